import type { App } from '../app.ts'
import type { Db } from '../db/database.ts'
import { idIn } from '../db/id-in.ts'
import { loadPolicy } from '../instance/domain-policy.ts'
import type { JobHandlers } from '../jobs/handlers.ts'
import type { Subscriber } from '../subscriber.ts'
import type { Tx } from '../transact.ts'

const DROP = 'proxy.drop_rejected'
const ROWS_AT_ONCE = 500

const enqueueDrop = async (tx: Tx) => {
  tx.enqueue({ kind: DROP, payload: {}, uniqueKey: DROP })
}

/** Files of a server whose media are taken no more are not kept either. */
export const subscriber: Subscriber = {
  record: {
    'domain.blocked': enqueueDrop,
    'domains.decided': enqueueDrop,
  },
}

export const jobs: JobHandlers = { [DROP]: { run: dropRejected } }

/** Looks through all that is kept: what it is of tells whose it is. */
async function dropRejected(app: App): Promise<void> {
  const policy = await loadPolicy(app.db)
  for (let after: string | null = ''; after !== null; ) {
    const rows: Row[] = await app.db
      .selectFrom('media_cache')
      .select(['id', 'storage_key'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute()
    const domains = await domainsOf(app.db, rows)
    const rejected = rows.filter(({ id }) => {
      const domain = domains.get(ownerOf(id))
      return domain !== undefined && policy.rejectsMedia(domain)
    })
    await drop(app, rejected)
    after = rows.length < ROWS_AT_ONCE ? null : rows.at(-1)!.id
  }
}

interface Row {
  id: string
  storage_key: string
}

/** @example ownerOf('media/KEY/small') // 'media/KEY' */
function ownerOf(id: string): string {
  return id.split('/', 2).join('/')
}

/** Domains by what files are of, as in `account/ID`. */
async function domainsOf(db: Db, rows: readonly Row[]): Promise<Map<string, string>> {
  const named = (kind: string) =>
    rows.filter(({ id }) => id.startsWith(`${kind}/`)).map(({ id }) => id.split('/')[1]!)
  const media = await db
    .selectFrom('media_attachment')
    .innerJoin('account', 'account.id', 'media_attachment.account_id')
    .select(['media_attachment.proxy_name as key', 'account.domain'])
    .where('media_attachment.proxy_name', 'in', named('media'))
    .execute()
  const accounts = await db
    .selectFrom('account')
    .select(['id as key', 'domain'])
    .where(idIn(db, 'id', named('account')))
    .execute()
  const emojis = await db
    .selectFrom('custom_emoji')
    .select(['id as key', 'domain'])
    .where(idIn(db, 'id', named('emoji')))
    .execute()
  const found = [
    ...media.map((row) => ({ owner: `media/${row.key}`, domain: row.domain })),
    ...accounts.map((row) => ({ owner: `account/${row.key}`, domain: row.domain })),
    ...emojis.map((row) => ({ owner: `emoji/${row.key}`, domain: row.domain })),
  ]
  return new Map(found.flatMap(({ owner, domain }) => (domain === null ? [] : [[owner, domain]])))
}

async function drop({ storage, database }: App, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  for (const row of rows) await storage.remove(row.storage_key)
  const ids = rows.map(({ id }) => id)
  await database.transaction((db) => db.deleteFrom('media_cache').where('id', 'in', ids).execute())
}
