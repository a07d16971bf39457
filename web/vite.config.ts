import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig, type Plugin } from 'vite'
import { licences } from './licences.js'
import { offline } from './offline.js'
import { shell } from './shell.js'
import { LANGUAGES } from './src/languages/all'

/** Nothing is painted before the script has run: there is nothing to see without it, and it knows whether to be light or dark. */
const first: Plugin = {
  name: 'script-before-paint',
  transformIndexHtml: { order: 'post', handler: (html) => html.replace('<script type="module"', '<script type="module" blocking="render"') },
}

export default defineConfig({
  plugins: [svelte(), first, licences(), shell(LANGUAGES), offline()],
  build: {
    outDir: '../src/cutcard/server/static',
    emptyOutDir: true,
    assetsDir: 'assets',
    // The content security policy allows files of our own only: nothing is put into the page as data or as a script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
  },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8123', ws: true } } },
})
