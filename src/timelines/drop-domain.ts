import { type SqlBool, sql } from 'kysely'
import type { App } from '../app.ts'
import type { Db } from '../db/database.ts'
import { idIn } from '../db/id-in.ts'
import { AFTER_ALL_IDS } from '../ids.ts'
import type { JobHandlers } from '../jobs/handlers.ts'
import { listsOf } from '../lists/queries.ts'
import type { Tx } from '../transact.ts'
import { type FeedTable, HOME, LIST } from './feeds.ts'

const DROP = 'home.drop_domain'
const ROWS_AT_ONCE = 500

interface Block {
  accountId: string
  domain: string
}

/** Takes what has to do with people of a domain out of somebody's home timeline and lists, by a job. */
export function enqueueDropOfDomain(tx: Tx, { accountId, domain }: Block): void {
  tx.enqueue({ kind: DROP, payload: { accountId, domain } })
}

export const jobs: JobHandlers = {
  [DROP]: { run: (app, payload) => dropDomain(app, payload as unknown as Block) },
}

async function dropDomain(app: App, { accountId, domain }: Block): Promise<void> {
  await dropFrom(app, HOME, accountId, domain)
  for (const { id } of await listsOf(app.db, accountId)) await dropFrom(app, LIST, id, domain)
}

async function dropFrom(app: App, kept: FeedTable, id: string, domain: string): Promise<void> {
  let before = AFTER_ALL_IDS
  for (;;) {
    const rows = await entriesOf(app.slowDb, kept, { id, domain, before })
    const ids = rows.map((row) => row.status_id)
    await app.transact((tx) =>
      tx.db
        .deleteFrom(kept.table)
        .where(kept.owner, '=', id)
        .where(idIn(tx.db, 'status_id', ids))
        .execute(),
    )
    if (ids.length < ROWS_AT_ONCE) return
    before = ids.at(-1)!
  }
}

/** Posted or reblogged there, reblogged from there, or naming somebody there, newest first. */
function entriesOf(
  db: Db,
  { table, owner }: FeedTable,
  { id, domain, before }: { id: string; domain: string; before: string },
) {
  return db
    .selectFrom(`${table} as entry`)
    .select('entry.status_id')
    .where(`entry.${owner}`, '=', id)
    .where('entry.status_id', '<', before)
    .where((eb) =>
      eb.or([
        isThere('entry.author_id', domain),
        isThere('entry.reblog_of_author_id', domain),
        names('entry.status_id', domain),
        names('entry.reblog_of_id', domain),
      ]),
    )
    .orderBy('entry.status_id', 'desc')
    .limit(ROWS_AT_ONCE)
    .execute()
}

function isThere(column: string, domain: string) {
  return sql<SqlBool>`exists (select 1 from account as one where one.id = ${sql.ref(column)} and one.domain = ${domain})`
}

function names(column: string, domain: string) {
  return sql<SqlBool>`exists (select 1 from mention join account as one on one.id = mention.account_id where mention.status_id = ${sql.ref(column)} and not mention.silent and one.domain = ${domain})`
}
