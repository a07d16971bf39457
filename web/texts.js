// Looks for texts that are written outside the catalogues in src/languages: between the tags of components, in attributes that people read or hear, as
// sentences in scripts, in the page before its script has run and in the manifest. And for texts of the catalogue that nobody shows any more.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'svelte/compiler'
import ts from 'typescript'

const root = process.argv[2] ?? new URL('./', import.meta.url).pathname
const sources = join(root, 'src/')
const catalogue = join(sources, 'languages')
/** Attributes, also of our own components, that have texts for people. */
const READ = /^(aria-label|aria-description|aria-roledescription|aria-valuetext|title|placeholder|alt|label|windowTitle|act|about|name)$/
/** What people read of the manifest, by its key. */
const READ_OF_MANIFEST = /^(name|short_name|description|label)$/
/** What is no text: names of files and programs, addresses, code. */
const NO_TEXT = new Set(['cutcard verify', 'cutcard serve --host 0.0.0.0'])
const LETTERS = /\p{L}{2}/u
/** In a script: two words or more of which the first begins large, or something that ends as a sentence does. */
const SENTENCE = /^\p{Lu}\p{Ll}*['’]?\p{Ll}* \p{L}|^\p{Lu}\p{Ll}+[…!?.]$|^\p{L}[^/{}<>=]* [^/{}<>=]*[.!?…]$/u

const problems = []
const used = []

function complain(file, source, at, text) {
  const line = source.slice(0, at).split('\n').length
  problems.push(`${file.slice(root.length)}:${line}: ${JSON.stringify(text.trim())} is written outside src/languages`)
}

/** The texts of a script, each with where it stands; what is imported is none. */
function literals(code, found = []) {
  const walk = (node) => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) found.push([node.text, node.getStart()])
    if (ts.isTemplateExpression(node)) {
      found.push([[node.head, ...node.templateSpans.map((span) => span.literal)].map((piece) => piece.text).join('\0'), node.getStart()])
    }
    ts.forEachChild(node, walk)
  }
  walk(ts.createSourceFile('script.ts', code, ts.ScriptTarget.Latest, true))
  return found
}

/** A shape, as SVG draws it. */
const isPath = (text) => /^M[\s\d.-]/.test(text)

function checkScript(file, source, code, offset) {
  for (const [text, at] of literals(code)) {
    const words = text.replaceAll('\0', ' ').trim()
    if (SENTENCE.test(words) && !isPath(words)) complain(file, source, offset + at, words)
  }
}

/** A text within the markup, or in an expression there that is shown. */
function checkShown(file, source, node) {
  if (node.type === 'Text') {
    if (LETTERS.test(node.data) && !NO_TEXT.has(node.data.trim())) complain(file, source, node.start, node.data)
  } else if (node.type === 'ExpressionTag') {
    // What is compared is no text: only what may come out of it.
    for (const [text, at] of shownIn(source.slice(node.expression.start, node.expression.end))) {
      if (LETTERS.test(text)) complain(file, source, node.start + at, text)
    }
  }
}

/** The literals that an expression may come to: the branches of a condition, the parts of a sum. */
function shownIn(code) {
  const found = []
  const walk = (node) => {
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) walk(node.expression)
    else if (ts.isConditionalExpression(node)) [node.whenTrue, node.whenFalse].forEach(walk)
    else if (ts.isBinaryExpression(node) && /^(\+|\|\||\?\?|&&)$/.test(node.operatorToken.getText())) [node.left, node.right].forEach(walk)
    else if (ts.isStringLiteralLike(node)) found.push([node.text, node.getStart()])
    else if (ts.isTemplateExpression(node)) found.push([[node.head, ...node.templateSpans.map((span) => span.literal)].map((piece) => piece.text).join(''), node.getStart()])
  }
  const file = ts.createSourceFile('expression.ts', `(${code})`, ts.ScriptTarget.Latest, true)
  const statement = file.statements[0]
  if (statement && ts.isExpressionStatement(statement)) walk(statement.expression)
  return found
}

function checkComponent(file, source) {
  const tree = parse(source, { modern: true })
  for (const script of [tree.module, tree.instance]) {
    if (script) checkScript(file, source, source.slice(script.content.start, script.content.end), script.content.start)
  }
  const walk = (node) => {
    if (node === null || typeof node !== 'object') return
    if (Array.isArray(node)) return node.forEach(walk)
    if (node.type === 'Fragment') for (const child of node.nodes) checkShown(file, source, child)
    if (node.type === 'Attribute') {
      const values = node.value === true ? [] : [node.value].flat()
      if (READ.test(node.name) || isDescription(node, source)) for (const value of values) if (!isName(node, value)) checkShown(file, source, value)
      return
    }
    for (const [key, value] of Object.entries(node)) if (key !== 'parent') walk(value)
  }
  walk(tree.fragment)
}

/** `name` of an input, and of a link or a meta tag, is for programs. */
const isName = (attribute, value) => attribute.name === 'name' && value.type === 'Text'

/** What a meta tag says of the page; what others say is for programs. */
const isDescription = (attribute, source) =>
  attribute.name === 'content' && /<meta\s[^<>]*(name|property)="([\w:]*:)?(description|title|site_name)"[^<>]*$/.test(source.slice(0, attribute.start))

/** The manifest, which is JSON: a place of a catalogue is in braces there too. */
function checkManifest(file, source) {
  const tree = ts.parseJsonText(file, source)
  const walk = (node) => {
    if (ts.isPropertyAssignment(node) && READ_OF_MANIFEST.test(node.name.text) && ts.isStringLiteral(node.initializer)) {
      if (LETTERS.test(node.initializer.text.replace(/\{[\w.]+\}/g, ''))) complain(file, source, node.initializer.getStart(tree), node.initializer.text)
    }
    ts.forEachChild(node, walk)
  }
  walk(tree)
}

function checkCatalogue(english, all) {
  const keys = []
  const walk = (node, path) => {
    if (!ts.isObjectLiteralExpression(node)) return keys.push(path)
    for (const one of node.properties) if (ts.isPropertyAssignment(one)) walk(one.initializer, [...path, one.name.getText()])
  }
  const file = ts.createSourceFile('en.ts', english, ts.ScriptTarget.Latest, true)
  const declared = file.statements.find((statement) => ts.isVariableStatement(statement))
  walk(declared.declarationList.declarations[0].initializer, [])
  for (const path of keys) {
    // A text is used by its name, or a group of texts by a key that is worked out.
    const name = new RegExp(`\\btexts\\.${path.join('\\.')}\\b|\\btexts\\.${path.slice(0, -1).join('\\.')}\\[`)
    if (!name.test(all)) problems.push(`src/languages/en.ts: ${path.join('.')} is shown nowhere`)
  }
}

for (const entry of readdirSync(sources, { recursive: true, withFileTypes: true })) {
  const file = join(entry.parentPath, entry.name)
  if (!entry.isFile() || file.startsWith(catalogue + '/') && entry.name !== 'index.ts' || entry.name.endsWith('.d.ts')) continue
  if (!/\.(svelte|ts)$/.test(entry.name)) continue
  const source = readFileSync(file, 'utf8')
  used.push(source)
  if (entry.name.endsWith('.svelte')) checkComponent(file, source)
  else if (entry.name !== 'index.ts') checkScript(file, source, source, 0)
}
for (const name of readdirSync(root).filter((name) => /\.(html|webmanifest)$/.test(name))) {
  const file = join(root, name)
  const source = readFileSync(file, 'utf8')
  used.push(source.replace(/\{([\w.]+)\}/g, 'texts.$1'))
  if (name.endsWith('.html')) checkComponent(file, source)
  else checkManifest(file, source)
}
checkCatalogue(readFileSync(join(catalogue, 'en.ts'), 'utf8'), used.join('\n'))
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}
