import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { parseAst } from 'rolldown/parseAst'

/** The TypeScript files of a folder, tests left out, and which of them each imports. */
export interface SourceTree {
  root: string
  /** below the root, with slashes */
  files: string[]
  /** files of the same tree; type imports and `import()` count */
  imports: ReadonlyMap<string, readonly string[]>
}

export function readTree(root: string): SourceTree {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => file.replaceAll('\\', '/'))
  return { root, files, imports: new Map(files.map((file) => [file, importsOf(root, file)])) }
}

export const textOf = ({ root }: SourceTree, file: string): string =>
  readFileSync(join(root, file), 'utf8')

function importsOf(root: string, file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  const found = text.matchAll(/(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+\.tsx?)'/g)
  return [...found]
    .map(([, path]) => relative(root, resolve(root, dirname(file), path!)).replaceAll('\\', '/'))
    .filter((path) => !path.startsWith('..'))
}

/** Folders, and files that stand beside them, lowest first: each may import itself and those before it. */
export interface Ranks {
  order: readonly string[]
  /** the folder, or the file, of the order that a file belongs to */
  unitOf(file: string): string
}

/** @returns files in no ranked folder, and ranked folders without a file */
export function unranked({ files }: SourceTree, { order, unitOf }: Ranks): string[] {
  return [
    ...files.filter((file) => !order.includes(unitOf(file))),
    ...order.filter((unit) => !files.some((file) => unitOf(file) === unit)),
  ]
}

export function upwardImports(tree: SourceTree, { order, unitOf }: Ranks): string[] {
  const rankOf = (file: string) => order.indexOf(unitOf(file))
  return wrongImports(tree, (file, other) => rankOf(other) > rankOf(file))
}

/** Imports between files of which a rule says that they must not be. */
export function wrongImports(
  { files, imports }: SourceTree,
  isWrong: (file: string, other: string) => boolean,
): string[] {
  return files.flatMap((file) =>
    (imports.get(file) ?? [])
      .filter((other) => isWrong(file, other))
      .map((other) => `${file} imports ${other}`),
  )
}

export function importCycles({ files, imports }: SourceTree): string[] {
  const state = new Map<string, 'open' | 'done'>()
  const cycles: string[] = []
  const visit = (file: string, path: string[]): void => {
    if (state.get(file) === 'done') return
    if (state.get(file) === 'open') {
      cycles.push([...path.slice(path.indexOf(file)), file].join(' → '))
      return
    }
    state.set(file, 'open')
    for (const other of imports.get(file) ?? []) visit(other, [...path, file])
    state.set(file, 'done')
  }
  for (const file of files) visit(file, [])
  return cycles
}

/** Functions and components that have more lines than that, from the first to the last, with those of functions inside. */
export function longFunctions(tree: SourceTree, most: number): string[] {
  return tree.files.flatMap((file) => {
    const text = textOf(tree, file)
    const lineAt = (offset: number) => text.slice(0, offset).split('\n').length
    return functionsIn(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }))
      .map(({ start, end }) => ({ at: lineAt(start), lines: lineAt(end) - lineAt(start) + 1 }))
      .filter(({ lines }) => lines > most)
      .map(({ at, lines }) => `${file}:${at} has ${lines} lines`)
  })
}

interface Span {
  start: number
  end: number
}

function functionsIn(node: unknown): Span[] {
  if (typeof node !== 'object' || node === null) return []
  const inside = Object.values(node).flatMap(functionsIn)
  const isFunction = 'type' in node && /Function/.test(String(node.type)) && 'body' in node
  return isFunction && node.body != null ? [node as unknown as Span, ...inside] : inside
}
