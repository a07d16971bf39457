// Whatever is bundled comes with its licence: of every package that a module or a font is from, the text that its authors ask for.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const inPackage = /^((?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+))\//

export function licences() {
  return {
    name: 'licences',
    generateBundle(_, bundle) {
      const packages = new Map()
      const files = Object.values(bundle).flatMap((one) => one.originalFileNames ?? [])
      for (const id of [...this.getModuleIds(), ...files]) {
        const [, folder, name] = inPackage.exec(id.replace(/^\0/, '').replaceAll('\\', '/')) ?? []
        if (folder) packages.set(name, folder)
      }
      const texts = [...packages].sort().map(([name, folder]) => `${name}\n\n${licenceIn(folder, name)}`)
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source: texts.join(`\n${'-'.repeat(80)}\n\n`) })
    },
  }
}

/** The text of the licence, or of a package that brings none what it says of it. */
function licenceIn(folder, name) {
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one))
  if (file) return readFileSync(join(folder, file), 'utf8')
  const said = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  if (!said.license) throw new Error(`${name} is bundled, and says nothing of its licence`)
  return `${said.license}\n`
}
