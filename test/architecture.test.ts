import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import {
  importCycles,
  longFunctions,
  type Ranks,
  readTree,
  unranked,
  upwardImports,
  wrongImports,
} from './support/source-tree.ts'

const SRC = resolve(import.meta.dirname, '../src')

/** Parts of the kernel, lowest first: each may import those before it. */
const KERNEL = [
  'base',
  'text',
  'instruments',
  'cache',
  'redis',
  'counters',
  'net',
  'acme',
  'db',
  'bus',
  'storage',
  'processing',
  'mail',
  'core',
  'jobs',
  'http',
  'activitypub',
  'observe',
]

/** Features in import order: each may import the kernel and the features before it. */
const FEATURES = [
  'instance',
  'roles',
  'audit',
  'emojis',
  'media',
  'automod',
  'accounts',
  'identity',
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
  'gifs',
  'transfer',
  'moderation',
  'health',
  'admin',
  'reference',
]
const SURFACES = ['streaming', 'push', 'pages']

/** Every folder that holds code, and the two programs, lowest first. */
const RANKS = [
  ...KERNEL.map((part) => `kernel/${part}`),
  ...FEATURES.map((feature) => `features/${feature}`),
  ...SURFACES.map((surface) => `surfaces/${surface}`),
  'app',
  'main.ts',
  'cli',
  'cli.ts',
]

const tree = readTree(SRC)
const { files } = tree

/** The ranked folder, or the program, that a file belongs to. */
function unitOf(file: string): string {
  const depth = /^(kernel|features|surfaces)\//.test(file) ? 2 : 1
  return file.split('/').slice(0, depth).join('/')
}

const ranks: Ranks = { order: RANKS, unitOf }

test('every file stands in a folder that has a rank', () => {
  assert.deepEqual(unranked(tree, ranks), [])
})

test('a file imports only folders of a lower rank, and its own', () => {
  assert.deepEqual(upwardImports(tree, ranks), [])
})

test('one surface does not import another', () => {
  const surface = (file: string) => file.startsWith('surfaces/')
  const wrong = wrongImports(
    tree,
    (file, other) => surface(file) && surface(other) && unitOf(file) !== unitOf(other),
  )

  assert.deepEqual(wrong, [])
})

test('imports have no cycles, type imports included', () => {
  assert.deepEqual(importCycles(tree), [])
})

test('no file has grown beyond 400 lines, migrations and tables of data excepted', () => {
  const long = files
    .filter((file) => !file.includes('/migrations/'))
    .filter((file) => readFileSync(join(SRC, file), 'utf8').split('\n').length > 400)

  assert.deepEqual(long, [])
})

test('no stylesheet of the pages has grown beyond 400 lines', () => {
  const pages = join(SRC, 'surfaces/pages')
  const sheets = readdirSync(pages, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.css'),
  )
  const long = sheets.filter(
    (file) => readFileSync(join(pages, file), 'utf8').split('\n').length > 400,
  )

  assert.ok(sheets.length > 0)
  assert.deepEqual(long, [])
})

test('no function has grown beyond 150 lines, those that list routes included', () => {
  assert.deepEqual(longFunctions(tree, 150), [])
})

test('only src/kernel/db asks which database it is', () => {
  const asking = files.filter(
    (file) =>
      !file.startsWith('kernel/db/') &&
      /\bisPostgres\b/.test(readFileSync(join(SRC, file), 'utf8')),
  )

  assert.deepEqual(asking, [])
})

/** A length of time in ms that is written out, not imported; one in seconds (`HOUR = 3600`) is another thing. */
const OWN_DURATION =
  /\bconst (SECOND|MINUTE|HOUR|DAY|WEEK) = (?!(60|3_?600|86_?400|604_?800)$)|\b86_400_000\b/m

test('lengths of time are defined once, in src/kernel/base/durations.ts', () => {
  const defining = files
    .filter((file) => OWN_DURATION.test(readFileSync(join(SRC, file), 'utf8')))
    .filter((file) => file !== 'kernel/base/durations.ts')

  assert.deepEqual(defining, [])
})

/** Code that makes or loosens the proof of a document's id, and the files that may have it (A57). */
const PROOF: [pattern: RegExp, files: string[]][] = [
  [/\bas (unknown as )?Proved(Id|Document)\b/, ['kernel/activitypub/proved-document.ts']],
  [
    /\bprovedAt\(|\bprovedOn\(/,
    ['kernel/activitypub/fetch.ts', 'kernel/activitypub/proved-document.ts'],
  ],
  [
    /from '[./]*\/fetch-json\.ts'/,
    ['kernel/activitypub/collection-page.ts', 'kernel/activitypub/fetch.ts'],
  ],
  [
    /\bfindDocument\(/,
    [
      'features/accounts/remote/directory.ts',
      'kernel/activitypub/discover-by-url.ts',
      'kernel/activitypub/fetch.ts',
    ],
  ],
  [/\bfetchByAddress\(/, ['kernel/activitypub/discover-by-url.ts', 'features/search/by-url.ts']],
  [
    /\bstoredId\(/,
    [
      'features/accounts/remote/directory.ts',
      'features/accounts/remote/queries.ts',
      'kernel/activitypub/proved-document.ts',
      'features/collections/federation/suggest.ts',
      'features/statuses/federation/remote-author.ts',
    ],
  ],
]

test('A57 only the fetcher proves ids, and few follow an address to whatever it leads to', () => {
  for (const [pattern, allowed] of PROOF) {
    const using = files.filter((file) => pattern.test(readFileSync(join(SRC, file), 'utf8')))

    assert.deepEqual(using.toSorted(), allowed.toSorted(), String(pattern))
  }
})

/** A name of a table of blocks or mutes: a literal, or SQL that reads or writes it. */
const REFUSALS =
  /['"`](block|mute|account_domain_block)( as \w+)?['"`]|\b(from|join|into|update) +(block|mute|account_domain_block)\b/

/** Files outside `src/features/relationships` that may, and why: all others ask its predicates, pairs and batches. */
const NAMING_REFUSALS: Record<string, string> = {
  'kernel/db/migrations/0001_first.ts': 'makes the tables',
  'kernel/db/migrations/0007_people.ts': 'makes the table',
  'kernel/db/migrations/0023_figures.ts': 'a column of another table has the name',
  'features/moderation/purge-account.ts': 'removes the rows of a deleted account from all tables',
  'features/identity/active-days.ts': 'a column of another table has the name',
  'features/statuses/interact/interaction-routes.ts': 'a path of the API has the name',
  'features/transfer/imports/remove-others.ts':
    'pages through the rows themselves, which an import replaces',
  'features/transfer/tables/rows.ts': 'pages through the rows themselves, which a file takes along',
}

test('only src/features/relationships asks who blocks or mutes whom', () => {
  const naming = files.filter(
    (file) =>
      !file.startsWith('features/relationships/') &&
      REFUSALS.test(readFileSync(join(SRC, file), 'utf8')),
  )

  assert.deepEqual(naming.toSorted(), Object.keys(NAMING_REFUSALS).toSorted())
})

/** How long a mute lasts is said once; the exceptions write it, show it or move it. */
test('only one predicate says whether a mute is in force', () => {
  const asking = files.filter((file) =>
    /mute\.expires_at (is null|>)|'(mute|tie)\.expires_at', '(is|>)'/.test(
      readFileSync(join(SRC, file), 'utf8'),
    ),
  )

  // whether a mute has an end at all: no file can carry one
  assert.deepEqual(asking.toSorted(), [
    'features/relationships/predicates.ts',
    'features/transfer/tables/rows.ts',
  ])
})

/** A call that counts for a rate limit and is neither awaited nor handed on: its refusal would be lost. */
const NOT_AWAITED = /(?<!await |=> |function )\bspend(Key|Mail)?\(\w*\.?request,/

test('counting for a rate limit is awaited', () => {
  const calling = files.filter((file) =>
    /rate-limits|mail-limits/.test(readFileSync(join(SRC, file), 'utf8')),
  )
  const wrong = calling.filter((file) => NOT_AWAITED.test(readFileSync(join(SRC, file), 'utf8')))

  assert.ok(calling.length > 10)
  assert.deepEqual(wrong, [])
})

/** A comment whose first sentence has a clause or a pronoun in the place of its subject. */
const WITHOUT_SUBJECT =
  /^\s*(?:\/\*\*|\*|\/\/|\{\/\*) ?(?:What|Whatever|Who|Whoever|Whom|Whose|One that|One who|Those|That which)\b/m

test('comments name their subject', () => {
  const root = resolve(SRC, '..')
  const wrong = ['src', 'web', 'test', 'conformance', 'bench', 'scripts'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => join(folder, file))
      .filter((file) => /\.(tsx?|js|css)$/.test(file) && !file.includes('fixtures'))
      .filter((file) => WITHOUT_SUBJECT.test(readFileSync(join(root, file), 'utf8'))),
  )

  assert.deepEqual(wrong, [])
})

test('no story of a browser waits in a way that the policy of our pages forbids', () => {
  const folder = resolve(SRC, '../test/browser')
  const wrong = readdirSync(folder).filter((file) =>
    readFileSync(join(folder, file), 'utf8').includes('.waitForFunction('),
  )

  assert.deepEqual(wrong, [], 'becomesTrue of browser.ts waits for an expression')
})
