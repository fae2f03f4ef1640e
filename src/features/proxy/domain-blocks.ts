import type { App } from '../../kernel/core/app.ts'
import type { Subscriber } from '../../kernel/core/subscriber.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import type { JobHandlers } from '../../kernel/jobs/handlers.ts'
import { domainsOf, loadPolicy } from '../instance/domain-policy.ts'

const DROP = 'proxy.drop_rejected'
const ROWS_AT_ONCE = 500

const enqueueDrop = async (tx: Tx) => {
  tx.enqueue({ kind: DROP, payload: {}, uniqueKey: DROP })
}

/** Removes cached files of domains whose media are rejected. */
export const subscriber: Subscriber = {
  record: {
    'domain.blocked': enqueueDrop,
    'domains.decided': enqueueDrop,
  },
}

export const jobs: JobHandlers = { [DROP]: { run: evictRejected } }

/** Scans the whole cache: the id of a file contains its owner. */
async function evictRejected(app: App): Promise<void> {
  const policy = await loadPolicy(app.db)
  for (let after: string | null = ''; after !== null; ) {
    const rows: Row[] = await app.db
      .selectFrom('media_cache')
      .select(['id', 'storage_key'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute()
    const domains = await loadDomains(app.db, rows)
    const rejected = rows.filter(({ id }) =>
      domains.get(ownerOf(id))?.some((domain) => policy.rejectsMedia(domain)),
    )
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

/** Domains by owner, as in `account/ID`. */
async function loadDomains(db: Db, rows: readonly Row[]): Promise<Map<string, string[]>> {
  const named = (kind: string) =>
    rows.filter(({ id }) => id.startsWith(`${kind}/`)).map(({ id }) => id.split('/')[1]!)
  const media = await db
    .selectFrom('media_attachment')
    .innerJoin('account', 'account.id', 'media_attachment.account_id')
    .select(['media_attachment.proxy_name as key', 'account.domain', 'account.uri'])
    .where('media_attachment.proxy_name', 'in', named('media'))
    .execute()
  const accounts = await db
    .selectFrom('account')
    .select(['id as key', 'domain', 'uri'])
    .where(idIn(db, 'id', named('account')))
    .execute()
  const emojis = await db
    .selectFrom('custom_emoji')
    .select(['id as key', 'domain'])
    .where(idIn(db, 'id', named('emoji')))
    .execute()
  const found = [
    ...media.map((row) => ({ owner: `media/${row.key}`, domains: domainsOf(row) })),
    ...accounts.map((row) => ({ owner: `account/${row.key}`, domains: domainsOf(row) })),
    ...emojis.flatMap(({ key, domain }) =>
      domain === null ? [] : [{ owner: `emoji/${key}`, domains: [domain] }],
    ),
  ]
  return new Map(found.map(({ owner, domains }) => [owner, domains]))
}

async function drop({ storage, database }: App, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  await storage.remove(rows.map((row) => row.storage_key))
  const ids = rows.map(({ id }) => id)
  await database.transaction((db) => db.deleteFrom('media_cache').where('id', 'in', ids).execute())
}
