import { type SqlBool, sql } from 'kysely'
import { AFTER_ALL_IDS } from '../../kernel/base/ids.ts'
import type { App } from '../../kernel/core/app.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import type { JobHandlers } from '../../kernel/jobs/handlers.ts'
import { listsOf } from '../lists/queries.ts'
import { type FeedTable, HOME, LIST } from './feeds.ts'

const DROP = 'home.drop_domain'
const ROWS_AT_ONCE = 500

interface Block {
  accountId: string
  domain: string
}

/**
 * Enqueues the removal of statuses that involve accounts of a domain from an account's home
 * timeline and lists.
 */
export function enqueueDomainRemoval(tx: Tx, { accountId, domain }: Block): void {
  tx.enqueue({ kind: DROP, payload: { accountId, domain } })
}

export const jobs: JobHandlers = {
  [DROP]: { run: (app, payload) => removeDomain(app, payload as unknown as Block) },
}

async function removeDomain(app: App, { accountId, domain }: Block): Promise<void> {
  await removeFrom(app, HOME, accountId, domain)
  for (const { id } of await listsOf(app.db, accountId)) await removeFrom(app, LIST, id, domain)
}

async function removeFrom(app: App, kept: FeedTable, id: string, domain: string): Promise<void> {
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

/**
 * Statuses and reblogs by accounts of the domain, reblogs of their statuses, and statuses that
 * mention them, newest first.
 */
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
