import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'

const SRC = resolve(import.meta.dirname, '../src')

/** Folders that write a table of another one, and why. */
const SHARED: Record<string, [folders: string[], reason: string]> = {
  access_token: [['identity'], 'who signs out everywhere voids tokens too'],
  account: [['moderation'], 'the staff suspends, limits and makes memorials'],
  account_stats: [
    ['relationships', 'statuses'],
    'numbers of follows that another server gave, and the time of the last post',
  ],
  authorization_code: [['identity'], 'who signs out everywhere voids codes too'],
  domain_block: [['moderation'], 'lists of blocks are applied and taken back'],
  follow: [['moderation'], 'the purge of an account ends its follows'],
  local_user: [
    ['accounts', 'oauth', 'roles'],
    'choices for posts, the day of the last use, and roles that are deleted',
  ],
  media_attachment: [['proxy'], 'a fetched copy tells size and colours'],
  poll: [['statuses'], 'when the figures of a fetched poll were asked for'],
  poll_vote: [['statuses'], 'votes go with a removed status'],
  remote_actor: [['collections', 'statuses'], 'each notes when it fetched its part of an actor'],
  setting: [
    ['app', 'cli', 'identity', 'instance', 'kernel/activitypub', 'kernel/core'],
    'each has rows under names of its own',
  ],
  status: [['moderation', 'proxy'], 'the version rises with what is shown of a status'],
  terms_version: [['admin'], 'when the people were told'],
}

/** Files that write tables whose names they are given, or keep in a list, and what these are. */
const GIVEN: Record<string, string> = {
  'cli/checks/counters.ts': 'counters, which are counted anew',
  'kernel/db/move/copy.ts': 'a move empties a table before it is copied again',
  'kernel/db/search/text-index.ts': 'indexes of texts',
  'features/moderation/purge-account.ts': 'all that is about a deleted account',
  'features/notifications/requests/requests.ts': 'its own: what somebody accepted or refused',
  'features/oauth/pruning.ts': 'its own, and addresses kept too long',
  'features/relationships/queries.ts': 'its own: follows and requests, which have the same columns',
  'features/statuses/write/remove-rows.ts': 'what hangs on statuses that are removed',
  'features/timelines/remove-domain-entries.ts': 'its own: entries at home and of lists',
  'features/timelines/remove-entries.ts': 'its own: entries at home and of lists',
  'features/timelines/fan-out.ts': 'its own: entries at home and of lists',
  'features/timelines/home-maintenance.ts': 'its own: entries at home and of lists',
  'features/timelines/merge.ts': 'its own: entries at home and of lists',
  'kernel/core/transact.ts': 'counters, in the order of ids',
  'features/transfer/prune.ts': 'its own: exports and imports',
  'features/trends/use-scores.ts': 'its own: scores of hashtags and links',
}

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .filter((file) => !file.includes('/migrations/'))

/** Without comments, where tables are named in examples and prose. */
const textOf = (file: string) =>
  readFileSync(join(SRC, file), 'utf8').replace(/^\s*(\/?\*|\/\/).*$/gm, '')

/** A feature by its name, a part of the kernel by its path, else the folder at the top. */
function folderOf(file: string): string {
  const [first = '', second = ''] = file.split('/')
  if (first === 'features') return second
  return first === 'kernel' ? `kernel/${second}` : first
}

/** Each table with the folder whose `tables.ts` adds it to the schema. */
const OWNERS = new Map(
  files
    .filter((file) => /\/(tables|schema)\.ts$/.test(file))
    .flatMap((file) => {
      const [, members = ''] = /\binterface Schema \{\n([^}]*)\}/.exec(textOf(file)) ?? []
      return [...members.matchAll(/^ +(\w+):/gm)].map(([, table]): [string, string] => [
        table!,
        folderOf(file),
      ])
    }),
)

const BUILDER = /\.(?:insertInto|updateTable|deleteFrom|replaceInto)\(\s*'(\w+)/g
const SQL = /\b(?:insert into|insert or ignore into|update|delete from) (\w+)\b/g

function writtenBy(file: string): string[] {
  const text = textOf(file)
  return [...text.matchAll(BUILDER), ...text.matchAll(SQL)]
    .map(([, table]) => table!)
    .filter((table) => OWNERS.has(table))
}

const writers = new Map<string, Set<string>>()
for (const file of files) {
  for (const table of writtenBy(file)) {
    writers.set(table, (writers.get(table) ?? new Set()).add(folderOf(file)))
  }
}

test('a table is written by the folder that declares it, or by one that is named with a reason', () => {
  const others = [...writers].flatMap(([table, folders]): [string, string[]][] => {
    const foreign = [...folders].filter((folder) => folder !== OWNERS.get(table)).toSorted()
    return foreign.length > 0 ? [[table, foreign]] : []
  })
  const stated = Object.entries(SHARED).map(([table, [folders]]) => [table, folders.toSorted()])

  assert.ok(OWNERS.size > 100)
  assert.deepEqual(others.toSorted(), stated.toSorted())
})

test('few files write tables that they are given', () => {
  const given = files.filter((file) =>
    /\.(?:insertInto|updateTable|deleteFrom|replaceInto)\(\s*[^'\s]|\b(?:insert into|update|delete from) \$\{/.test(
      textOf(file),
    ),
  )

  assert.deepEqual(given.toSorted(), Object.keys(GIVEN).toSorted())
})
