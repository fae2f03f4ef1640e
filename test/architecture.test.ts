import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { test } from 'node:test'

const SRC = resolve(import.meta.dirname, '../src')

/**
 * Slices in import order: each may import the kernel and what stands before it. Whatever is not
 * named here and not at the top is kernel.
 */
const SLICES = [
  'instance',
  'roles',
  'audit',
  'emojis',
  'media',
  'automod',
  'accounts',
  'oauth',
  'relationships',
  'relays',
  'invites',
  'filters',
  'tags',
  'polls',
  'collections',
  'statuses',
  'drafts',
  'lists',
  'announcements',
  'translation',
  'annual-reports',
  'reports',
  'timelines',
  'notifications',
  'conversations',
  'search',
  'trends',
  'discovery',
  'proxy',
  'transfer',
  'moderation',
  'admin',
  'reference',
]
const SURFACES = ['streaming', 'push', 'web']
/** What puts everything together, in import order. */
const TOP = [
  'instance-parts.ts',
  'actor-directory.ts',
  'compose.ts',
  'prepare-database.ts',
  'open-app.ts',
  'serve.ts',
  'warm-up.ts',
  'main.ts',
  'cli',
  'cli.ts',
]

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => file.replaceAll('\\', '/'))

const imports = new Map(files.map((file) => [file, importsOf(file)]))

/** Files under `src` that a file imports, types included. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(SRC, file), 'utf8')
  const found = text.matchAll(/(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+\.ts)'/g)
  return [...found].map(([, path]) =>
    relative(SRC, resolve(SRC, dirname(file), path!)).replaceAll('\\', '/'),
  )
}

/** 0 for the kernel, then slices, surfaces and the top, each higher than what it may import. */
function rankOf(file: string): number {
  const name = file.includes('/') ? file.slice(0, file.indexOf('/')) : file
  const order = [...SLICES, ...SURFACES, ...TOP]
  return order.indexOf(name) + 1
}

function folderOf(file: string): string {
  return file.includes('/') ? file.slice(0, file.indexOf('/')) : file
}

test('a file imports only what stands before it: kernel, earlier slices, then surfaces', () => {
  const wrong = files.flatMap((file) =>
    (imports.get(file) ?? [])
      .filter((other) => folderOf(other) !== folderOf(file) && rankOf(other) > rankOf(file))
      .map((other) => `${file} imports ${other}`),
  )

  assert.deepEqual(wrong, [])
})

test('one surface does not import another', () => {
  const surface = (file: string) => SURFACES.includes(folderOf(file))
  const wrong = files.flatMap((file) =>
    (imports.get(file) ?? [])
      .filter((other) => surface(file) && surface(other) && folderOf(file) !== folderOf(other))
      .map((other) => `${file} imports ${other}`),
  )

  assert.deepEqual(wrong, [])
})

test('imports have no cycles, type imports included', () => {
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

  assert.deepEqual(cycles, [])
})

test('no file has grown beyond 400 lines, migrations and tables of data excepted', () => {
  const long = files
    .filter((file) => !file.includes('/migrations/') && file !== 'db/schema.ts')
    .filter((file) => readFileSync(join(SRC, file), 'utf8').split('\n').length > 400)

  assert.deepEqual(long, [])
})

test('only src/db asks which database it is', () => {
  const asking = files.filter(
    (file) =>
      !file.startsWith('db/') && /\bisPostgres\b/.test(readFileSync(join(SRC, file), 'utf8')),
  )

  assert.deepEqual(asking, [])
})

/** Code that makes or loosens the proof of a document's id, and the files that may have it (A57). */
const PROOF: [pattern: RegExp, files: string[]][] = [
  [/\bas (unknown as )?Proved(Id|Document)\b/, ['activitypub/proved.ts']],
  [/\bprovedAt\(|\bprovedOn\(/, ['activitypub/fetch.ts', 'activitypub/proved.ts']],
  [/from '[./]*\/ask\.ts'/, ['activitypub/collection-page.ts', 'activitypub/fetch.ts']],
  [
    /\bfindDocument\(/,
    ['accounts/remote/directory.ts', 'activitypub/discover.ts', 'activitypub/fetch.ts'],
  ],
  [/\bfetchByAddress\(/, ['activitypub/discover.ts', 'search/by-address.ts']],
  [
    /\bstoredId\(/,
    [
      'accounts/remote/directory.ts',
      'accounts/remote/queries.ts',
      'activitypub/proved.ts',
      'collections/federation/suggest.ts',
      'statuses/federation/author.ts',
    ],
  ],
]

test('A57 only the fetcher proves ids, and few follow an address to whatever it leads to', () => {
  for (const [pattern, allowed] of PROOF) {
    const using = files.filter((file) => pattern.test(readFileSync(join(SRC, file), 'utf8')))

    assert.deepEqual(using.toSorted(), allowed, String(pattern))
  }
})

const WEB = resolve(import.meta.dirname, '../web')

test('pages that run in the browser import nothing of the server but what they share', () => {
  const sources = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.(tsx?|css)$/.test(file))
  const wrong = sources.flatMap((file) => {
    const text = readFileSync(join(WEB, file), 'utf8')
    const found = text.matchAll(
      /^(?:import |@import |\} from |.*\bimport\()[^'"\n]*['"]([^'"]+)['"]/gm,
    )
    return [...found]
      .map(([, path = '']) => path)
      .filter((path) => !/^(preact|@preact\/signals|lucide|blurhash)($|\/)/.test(path))
      .filter((path) => !isWithinWeb(file, path))
      .map((path) => `${file} imports ${path}`)
  })
  const long = sources
    .filter((file) => !TABLES.test(file))
    .filter((file) => readFileSync(join(WEB, file), 'utf8').split('\n').length > 400)

  assert.ok(sources.length > 0)
  assert.deepEqual(wrong, [])
  assert.deepEqual(long, [])
})

/** What is made, not written, and tables of data. */
const TABLES = /^shared\/entities\/api\.ts$|^locales\/|\/data\.ts$/

/** What browser and server have in common: tokens of design, and rules that are pure functions. */
const SHARED = new Set([
  '../src/web/tokens.css',
  '../src/text/count.ts',
  '../src/text/languages.ts',
])

function isWithinWeb(file: string, path: string): boolean {
  const target = relative(WEB, resolve(WEB, dirname(file), path)).replaceAll('\\', '/')
  return path.startsWith('.') && (!target.startsWith('..') || SHARED.has(target))
}
