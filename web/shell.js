// The page before its script has run, and the manifest of the installed app, once for each language: `index.html`, `index.de.html`. There `{shell.about}`
// stands for that text of its catalogue. The server hands out the one that the browser likes best.
import { readFileSync } from 'node:fs'

const PAGE = 'index.html'
const MANIFEST = 'manifest.webmanifest'
const PLACE = /\{([a-z][\w.]*)\}/gi

const inHtml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const inJson = (text) => JSON.stringify(text).slice(1, -1)

export function shell(languages) {
  const [first] = Object.keys(languages)

  async function filled(source, language, written) {
    const texts = { language, ...(await languages[language].fetch()) }
    return source.replace(PLACE, (place, path) => {
      const text = path.split('.').reduce((found, name) => found?.[name], texts)
      if (typeof text !== 'string') throw new Error(`${place} is no text of ${language}`)
      return written(text)
    })
  }

  const manifest = (language) => filled(readFileSync(new URL(MANIFEST, import.meta.url), 'utf8'), language, inJson)
  const named = (name, language) => (language === first ? name : name.replace('.', `.${language}.`))

  return {
    name: 'shell-in-every-language',
    // While somebody works at it, it is in the first language.
    transformIndexHtml: (html, { server }) => (server ? filled(html, first, inHtml) : html),
    configureServer: ({ middlewares }) =>
      void middlewares.use(`/${MANIFEST}`, (_, answer) => void manifest(first).then((text) => answer.end(text))),
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const page = String(bundle[PAGE].source)
        delete bundle[PAGE]
        for (const language of Object.keys(languages)) {
          this.emitFile({ type: 'asset', fileName: named(PAGE, language), source: await filled(page, language, inHtml) })
          this.emitFile({ type: 'asset', fileName: named(MANIFEST, language), source: await manifest(language) })
        }
      },
    },
  }
}
