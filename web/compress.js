// After the build: beside every file that shrinks, the same file in gzip and in Brotli, as small as they get. The server hands out
// whichever the browser takes, and no visit waits for anything to be compressed.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const folder = new URL('../src/cutcard/server/static/', import.meta.url)
const kinds = /\.(html|js|css|svg|json|webmanifest|txt|wasm|ttf)$/
const smallest = 512 // less fits into one packet with its headers anyway

for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !kinds.test(entry.name)) continue
  const file = join(entry.parentPath, entry.name)
  const whole = readFileSync(file)
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: whole.length } }
  const made = { '.br': brotliCompressSync(whole, brotli), '.gz': gzipSync(whole, { level: 9 }) }
  for (const [ending, packed] of Object.entries(made)) {
    if (whole.length >= smallest && packed.length < whole.length) writeFileSync(file + ending, packed)
    else rmSync(file + ending, { force: true })
  }
}
