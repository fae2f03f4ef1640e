import { PUBLIC } from '../../activitypub/as2.ts'
import { enqueueDelivery } from '../../activitypub/delivery/enqueue.ts'
import type { App } from '../../app.ts'
import type { Db } from '../../db/database.ts'
import type { JobHandlers } from '../../jobs/handlers.ts'
import type { Tx } from '../../transact.ts'

const DELETE = 'accounts.send_delete'
/** servers told in one transaction */
const HOSTS_AT_ONCE = 100
/** of a server without a shared inbox; whoever is left out sees that the account answers 410 */
const INBOXES_AT_ONCE = 5_000

/** Where the next chunk begins. */
interface Chunk {
  accountId: string
  /** host of the one before, in order */
  after: string
}

/** Queues the job that tells every server that is known: who kept something of an account is not. */
export function enqueueDelete(tx: Tx, { accountId, after }: Chunk): void {
  const payload = { accountId, after }
  tx.enqueue({ kind: DELETE, payload, uniqueKey: `${accountId} ${after}` })
}

export const jobs: JobHandlers = {
  [DELETE]: { run: (app, payload) => sendDelete(app, payload as unknown as Chunk) },
}

/** Tells some servers that an account is gone for good, and queues the rest. */
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
