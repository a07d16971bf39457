import type { Plugin } from 'vite'

/** Puts the licences of all that is bundled into one file. */
export function licences(): Plugin
