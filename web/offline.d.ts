import type { Plugin } from 'vite'

/** Puts the service worker beside the page, with the names of the files that it keeps. */
export function offline(): Plugin
