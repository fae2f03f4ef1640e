import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'rolldown/utils'
import type { Catalogue, Message } from '../web/shared/i18n.ts'

const ROOT = join(import.meta.dirname, '..')
const SPEAKERS = ['t', 'plural', 'rich']

/** A message as it stands in the code. */
export interface Use {
  /** its name in the catalogues: the English text, of a message that counts that for many */
  text: string
  counts: boolean
  /** `web/client/client.tsx:12` */
  at: string
}

export interface Extract {
  uses: Use[]
  /** calls whose message is not written out, so that no catalogue can hold it */
  unclear: string[]
}

/** Every message of the client: administrators' pages speak English alone. */
export function readMessages(): Extract {
  const files = globSync('web/{client,shared,worker}/**/*.{ts,tsx}', { cwd: ROOT })
  const all: Extract = { uses: [], unclear: [] }
  for (const file of files.map((name) => name.replaceAll('\\', '/')).sort()) {
    const { uses, unclear } = extract(file, readFileSync(join(ROOT, file), 'utf8'))
    all.uses.push(...uses)
    all.unclear.push(...unclear)
  }
  return all
}

/** The messages of one file. */
export function extract(file: string, code: string): Extract {
  const found: Extract = { uses: [], unclear: [] }
  const { program, errors } = parseSync(file, code)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  new Visitor({
    CallExpression({ callee, arguments: given, start }) {
      if (callee.type !== 'Identifier' || !SPEAKERS.includes(callee.name)) return
      const at = `${file}:${code.slice(0, start).split('\n').length}`
      const counts = callee.name === 'plural'
      const texts = (counts ? given.slice(1, 3) : given.slice(0, 1)).map(literalOf)
      const text = texts.at(-1)
      if (text == null || texts.includes(null)) found.unclear.push(at)
      else found.uses.push({ text, counts, at })
    },
  }).visit(program)
  return found
}

function literalOf(node: { type: string; value?: unknown }): string | null {
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : null
}

/** What is wrong with a catalogue. @param tag BCP 47 of its language */
export function problemsOf(tag: string, catalogue: Catalogue, uses: readonly Use[]): string[] {
  const problems = missingIn(catalogue, uses).map(({ text, at }) => `missing: ${text} (${at})`)
  const used = new Map(uses.map((use) => [use.text, use]))
  for (const [text, message] of Object.entries(catalogue)) {
    const use = used.get(text)
    if (use === undefined) problems.push(`no longer used: ${text}`)
    else problems.push(...problemsOfMessage(tag, use, message))
  }
  return problems
}

function problemsOfMessage(tag: string, { text, counts }: Use, message: Message): string[] {
  const wanted = placesOf(text)
  const forms = typeof message === 'string' ? [message] : Object.values(message)
  const problems = forms
    .filter((form) => !sameOf(placesOf(form), wanted, counts))
    .map((form) => `other places for values: ${text} → ${form}`)
  if (forms.some((form) => form.trim() === '')) problems.push(`empty: ${text}`)
  if (!counts)
    return typeof message === 'string' ? problems : [...problems, `does not count: ${text}`]
  const needed = categoriesOf(tag)
  const given = typeof message === 'string' ? ['other'] : Object.keys(message)
  const lacking = needed.filter((category) => !given.includes(category))
  return lacking.length === 0 ? problems : [...problems, `lacks ${lacking.join(', ')}: ${text}`]
}

const placesOf = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g))].sort()

/** The number itself may be in the words: "two posts". */
function sameOf(found: string[], wanted: string[], counts: boolean): boolean {
  const rest = (places: string[]) => places.filter((place) => !counts || place !== '{n}').join()
  const isKnown = found.every((place) => wanted.includes(place))
  return isKnown && rest(found) === rest(wanted)
}

const categoriesOf = (tag: string): string[] =>
  new Intl.PluralRules(tag).resolvedOptions().pluralCategories

/** What a catalogue lacks, each message once. */
export function missingIn(catalogue: Catalogue, uses: readonly Use[]): Use[] {
  const missing = uses.filter(({ text }) => !Object.hasOwn(catalogue, text))
  return [...new Map(missing.map((use) => [use.text, use])).values()]
}

/** A message ready to be filled in. */
function entryOf(tag: string, { text, counts, at }: Use): string {
  const forms = categoriesOf(tag).map((category) => `${category}: ''`)
  const value = counts && forms.length > 1 ? `{ ${forms.join(', ')} }` : "''"
  return `  // ${at}\n  ${JSON.stringify(text)}: ${value},`
}

/** Prints what each catalogue lacks: `node scripts/messages.ts [tag …]`. */
async function printMissing(tags: readonly string[]): Promise<void> {
  const { uses, unclear } = readMessages()
  for (const at of unclear) console.log(`not written out: ${at}`)
  const files = globSync('web/locales/*.ts', { cwd: ROOT })
  for (const file of files.sort()) {
    const tag = /(\w+)\.ts$/.exec(file)?.[1] ?? ''
    if (tags.length > 0 && !tags.includes(tag)) continue
    const { messages } = (await import(join(ROOT, file))) as { messages: Catalogue }
    const missing = missingIn(messages, uses)
    console.log(`\n// ${tag}: ${missing.length} missing`)
    for (const use of missing) console.log(entryOf(tag, use))
    const others = problemsOf(tag, messages, uses).filter((text) => !text.startsWith('missing:'))
    for (const problem of others) console.log(`// ${problem}`)
  }
}

if (import.meta.main) await printMissing(process.argv.slice(2))
