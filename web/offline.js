// Puts the service worker beside the page, with the names of the files that it keeps.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

export function offline() {
  return {
    name: 'offline',
    // After the page has been made: whatever changes in it is another build.
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const files = ['/', ...Object.keys(bundle).filter((name) => name.startsWith('assets/')).map((name) => `/${name}`)].sort()
        const pages = Object.keys(bundle).filter((name) => name.endsWith('.html')).sort().map((name) => String(bundle[name].source))
        const build = createHash('sha256').update(JSON.stringify([files, pages])).digest('hex').slice(0, 12)
        const worker = readFileSync(new URL('worker.js', import.meta.url), 'utf8')
        const source = worker.replace("'__FILES__'", JSON.stringify(files)).replace('__BUILD__', build)
        this.emitFile({ type: 'asset', fileName: 'worker.js', source })
      },
    },
  }
}
