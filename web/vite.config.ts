import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [svelte()],
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
