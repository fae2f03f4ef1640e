import type { Document } from '../../../kernel/activitypub/as2.ts'
import { enqueueDelivery } from '../../../kernel/activitypub/delivery/enqueue.ts'
import { activityUri, instanceActorUri } from '../../../kernel/base/urls.ts'
import type { Subscriber } from '../../../kernel/core/subscriber.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { idIn } from '../../../kernel/db/id-in.ts'
import { loadInboxes } from '../../accounts/inboxes.ts'
import { findReport, loadReportedCollections, loadReportedIds, type Report } from '../queries.ts'

/**
 * Forwards a report to the servers that the reporter chose: that of the account, and those of the
 * accounts that the reported statuses reply to. The server itself is the sender, so the reporter
 * stays anonymous.
 */
export const delivery: Subscriber = {
  record: {
    'report.created': (tx, event) => tell(tx, { ...event, flagId: event.reportId }),
    // a new id, as receivers of the first Flag would ignore a second one with the same id
    'report.forwarded': (tx, event) => tell(tx, { ...event, flagId: tx.newId() }),
  },
}

interface Telling {
  reportId: string
  flagId: string
  /** domains */
  forwardTo: readonly string[]
}

async function tell(tx: Tx, { reportId, flagId, forwardTo: domains }: Telling): Promise<void> {
  const report = domains.length === 0 ? null : await findReport(tx.db, reportId)
  if (report === null) return
  const statusIds = (await loadReportedIds(tx.db, [report.id])).get(report.id) ?? []
  const target = await findTarget(tx.db, report)
  if (target === null) return
  const answered = await answeredOn(tx.db, statusIds, domains)
  const inboxes = new Set(await loadInboxes(tx.db, answered))
  inboxes.delete(target.shared_inbox_uri ?? '')
  inboxes.delete(target.inbox_uri)
  if (domains.includes(target.domain ?? '')) inboxes.add(target.inbox_uri)
  const named = (await loadReportedCollections(tx.db, [report.id])).get(report.id) ?? []
  const uris = [
    target.uri,
    ...(await urisOf(tx.db, 'status', statusIds)),
    ...(await urisOf(tx.db, 'collection', named)),
  ]
  const activity = flagOf(
    instanceActorUri(tx.config),
    { id: flagId, comment: report.comment },
    uris,
  )
  await enqueueDelivery(tx, { senderId: null, activity, inboxes: [...inboxes] })
}

/** @param uris of the account and its statuses, the account first */
function flagOf(
  actor: string,
  { id, comment }: { id: string; comment: string },
  uris: readonly string[],
): Document {
  return {
    id: activityUri(actor, 'flags', id),
    type: 'Flag',
    actor,
    to: [uris[0]],
    content: comment,
    object: uris,
  }
}

async function findTarget(db: Db, report: Report) {
  const row = await db
    .selectFrom('account')
    .innerJoin('remote_actor', 'remote_actor.account_id', 'account.id')
    .select([
      'account.uri',
      'account.domain',
      'remote_actor.inbox_uri',
      'remote_actor.shared_inbox_uri',
    ])
    .where('account.id', '=', report.target_account_id)
    .executeTakeFirst()
  return row ?? null
}

/** The accounts on these domains that the statuses reply to. */
async function answeredOn(
  db: Db,
  statusIds: readonly string[],
  domains: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('status')
    .innerJoin('account', 'account.id', 'status.in_reply_to_account_id')
    .select('account.id')
    .distinct()
    .where(idIn(db, 'status.id', statusIds))
    .where('account.domain', 'in', domains)
    .execute()
  return rows.map(({ id }) => id)
}

async function urisOf(
  db: Db,
  table: 'status' | 'collection',
  ids: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom(table)
    .select('uri')
    .where(idIn(db, 'id', ids))
    .orderBy('id')
    .execute()
  return rows.map(({ uri }) => uri)
}
