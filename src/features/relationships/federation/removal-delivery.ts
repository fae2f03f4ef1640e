import { PUBLIC } from '../../../kernel/activitypub/as2.ts'
import { enqueueDelivery } from '../../../kernel/activitypub/delivery/enqueue.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import type { Db } from '../../../kernel/db/database.ts'
import type { JobHandlers } from '../../../kernel/jobs/handlers.ts'

const DELETE = 'accounts.send_delete'
/** servers per transaction */
const HOSTS_AT_ONCE = 100
/** per server without a shared inbox; omitted servers see that the account answers 410 */
const INBOXES_AT_ONCE = 5_000

/** The start of the next chunk. */
interface Chunk {
  accountId: string
  /** the last host of the previous chunk, in order */
  after: string
}

/**
 * Enqueues the job that sends the Delete to every known server: which of them store the account's
 * data is unknown.
 */
export function enqueueDelete(tx: Tx, { accountId, after }: Chunk): void {
  const payload = { accountId, after }
  tx.enqueue({ kind: DELETE, payload, uniqueKey: `${accountId} ${after}` })
}

export const jobs: JobHandlers = {
  [DELETE]: { run: (app, payload) => sendDelete(app, payload as unknown as Chunk) },
}

/** Sends the Delete of an account to some servers, and enqueues the rest. */
async function sendDelete(app: App, { accountId, after }: Chunk): Promise<void> {
  const { uri } = await app.db
    .selectFrom('account')
    .select('uri')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const activity = { id: `${uri}#delete`, type: 'Delete', actor: uri, to: [PUBLIC], object: uri }
  const hosts = await hostsAfter(app.db, after)
  await app.transact(async (tx) => {
    const inboxes = await inboxesOf(tx.db, hosts)
    await enqueueDelivery(tx, { senderId: accountId, activity, inboxes })
    if (hosts.length === HOSTS_AT_ONCE) enqueueDelete(tx, { accountId, after: hosts.at(-1)! })
  })
}

async function hostsAfter(db: Db, after: string): Promise<string[]> {
  const rows = await db
    .selectFrom('remote_actor')
    .select('host')
    .distinct()
    .where('host', '>', after)
    .orderBy('host')
    .limit(HOSTS_AT_ONCE)
    .execute()
  return rows.map(({ host }) => host)
}

async function inboxesOf(db: Db, hosts: readonly string[]): Promise<string[]> {
  if (hosts.length === 0) return []
  const rows = await db
    .selectFrom('remote_actor')
    .where('host', 'in', hosts)
    .select((eb) => eb.fn.coalesce('shared_inbox_uri', 'inbox_uri').as('inbox'))
    .distinct()
    .limit(INBOXES_AT_ONCE)
    .execute()
  return rows.map(({ inbox }) => inbox)
}
