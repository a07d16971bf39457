import type { Plugin } from 'vite'

/** Writes the page and the manifest once for each language, with its texts in them. The first language has names without an ending. */
export function shell(languages: Record<string, { fetch: () => Promise<object> }>): Plugin
