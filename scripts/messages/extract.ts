import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'rolldown/utils'

export const ROOT = join(import.meta.dirname, '../..')

/** Where texts for people stand. The command line and the reference for developers are English. */
const SOURCES = [
  'web/{admin,client,shared,worker}/**/*.{ts,tsx}',
  'src/{app/https,kernel,features,surfaces}/**/*.ts',
]
const ENGLISH = /^src\/(?:surfaces\/pages\/developers|features\/reference)\/|\.test\.tsx?$/

/** Functions that say a text, and where it stands among their arguments. */
const SPEAKERS: Readonly<Record<string, readonly [from: number, to: number]>> = {
  t: [0, 1],
  rich: [0, 1],
  said: [0, 1],
  problemOf: [1, 2],
  plural: [1, 3],
  richPlural: [1, 3],
}
/** Errors whose message people read; others are for programs. */
const ERRORS =
  /^(?:ValidationFailed|Refused|BadRequest|Forbidden|NotFound|Conflict|Gone|Unprocessable|Unreachable)$/

/** A message in the code. */
export interface Use {
  /** its key in the catalogues: the English text; for a message that counts its plural */
  text: string
  /** the singular of a message that counts */
  one: string | null
  file: string
  line: number
  /** what a comment `i18n: …` before it tells translators */
  comments: readonly string[]
}

export interface Extract {
  uses: Use[]
  /** calls whose message is no literal, so that no catalogue can contain it */
  unclear: string[]
}

/** Every message of the programs. */
export function readMessages(): Extract {
  const files = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => !ENGLISH.test(name))
  const all: Extract = { uses: [], unclear: [] }
  for (const file of files.sort()) {
    const { uses, unclear } = extract(file, readFileSync(join(ROOT, file), 'utf8'))
    all.uses.push(...uses)
    all.unclear.push(...unclear)
  }
  return all
}

interface Node {
  type: string
  start: number
  name?: string
  value?: unknown
  callee?: Node
  arguments?: Node[]
}

/** The messages of one file. */
export function extract(file: string, code: string): Extract {
  const found: Extract = { uses: [], unclear: [] }
  if (!/\b(?:t|rich|said|problemOf|plural|richPlural|new \w+)\(/.test(code)) return found
  const { program, errors, comments } = parseSync(file, code)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const lineAt = linesOf(code)
  const told = new Map<number, string>()
  for (const { value, end } of comments) {
    const text = /^\W*i18n:\s*(.*?)\W*$/s.exec(value)?.[1]
    if (text !== undefined) told.set(lineAt(end), text.replace(/\s*\n\s*(?:\*\s*)?/g, ' '))
  }
  const add = (node: Node, texts: (string | null)[]) => {
    const line = lineAt(node.start)
    const text = texts.at(-1)
    if (text == null || texts.includes(null)) found.unclear.push(`${file}:${line}`)
    else {
      const comments = [told.get(line) ?? told.get(line - 1)].filter((one) => one !== undefined)
      found.uses.push({ text, one: texts.length > 1 ? texts[0]! : null, file, line, comments })
    }
  }
  new Visitor({
    CallExpression(node) {
      const { callee, arguments: given } = node
      if (callee.type !== 'Identifier' || !Object.hasOwn(SPEAKERS, callee.name)) return
      if (callee.name === 'problemOf' && !file.startsWith('src/')) return
      add(node as Node, given.slice(...SPEAKERS[callee.name]!).map(literalOf))
    },
    NewExpression(node) {
      const { callee, arguments: given } = node
      if (callee.type !== 'Identifier' || !ERRORS.test(callee.name)) return
      const text = given[0] && literalOf(given[0])
      // a message with values is said by `said`, or for programs
      if (text) add(node as Node, [text])
    },
  }).visit(program)
  return found
}

function linesOf(code: string): (position: number) => number {
  const starts = [...code.matchAll(/\n/g)].map(({ index }) => index)
  return (position) => {
    let [low, high] = [0, starts.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (starts[middle]! < position) low = middle + 1
      else high = middle
    }
    return low + 1
  }
}

function literalOf(node: { type: string; value?: unknown }): string | null {
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : null
}
