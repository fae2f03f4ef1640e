import { idOf } from '../../../kernel/activitypub/as2.ts'
import type { Received } from '../../../kernel/activitypub/inbox.ts'
import { HOUR } from '../../../kernel/base/durations.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { NewJob } from '../../../kernel/core/tx.ts'
import { lockRow } from '../../../kernel/db/expressions.ts'
import { sameOrigin } from '../../../kernel/net/origin.ts'
import { findStatus, type StatusRow } from '../queries.ts'
import { loadCreatedStatus } from '../write/created-status.ts'
import { findOwnByAddress } from './queries.ts'
import { findFirstInboxes, isSent, SEND_FIRST, sendFirst } from './sending/send-new.ts'

/** ms by which an approval soon after another one is sent later to followers */
const LATER = HOUR

/**
 * The author of a remote post approves a local reply, on servers that show only approved replies.
 * The reply is sent again, as other servers left it out the first time. GoToSocial before 0.19
 * names no approval but the Accept.
 *
 * @returns false if the activity is about something else
 * @see https://docs.gotosocial.org/en/latest/federation/interaction_policy/
 */
export async function receiveApproval(app: App, received: Received): Promise<boolean> {
  const { activity, actor } = received
  const approvalUri = idOf(activity.document.result) ?? activity.id
  if (approvalUri === null || !sameOrigin(approvalUri, actor.uri)) return false
  return setApproval(app, received, approvalUri)
}

/** The author of the post revokes or refuses the approval. */
export function receiveDisapproval(app: App, received: Received): Promise<boolean> {
  return setApproval(app, received, null)
}

/** The job that sends a status again. @param runAt ms since 1970 */
function sendAgainJob(statusId: string, runAt: number): NewJob {
  return { kind: SEND_FIRST, payload: { statusId }, uniqueKey: `again ${statusId}`, runAt }
}

async function setApproval(
  app: App,
  received: Received,
  approvalUri: string | null,
): Promise<boolean> {
  const reply = await findAnswer(app, received)
  if (reply === null) return false
  // an approval that is revoked and given again is not sent to all followers each time (A74)
  const { approvals } = app.federation
  const isFirst = approvals.has(reply.id)
  const sent = await app.transact(async (tx) => {
    await lockRow(tx.db, 'status', reply.id)
    const changed = await tx.db
      .updateTable('status')
      .set({ reply_approval_uri: approvalUri })
      .where('id', '=', reply.id)
      .where('reply_approval_uri', 'is distinct from', approvalUri)
      .returning('id')
      .executeTakeFirst()
    if (changed === undefined || approvalUri === null) return false
    if (!isFirst) {
      tx.enqueue(sendAgainJob(reply.id, tx.now + LATER))
      return false
    }
    const status = await loadCreatedStatus(tx.db, reply.id)
    if (status === null || !isSent(status)) return false
    await sendFirst(tx, status, await findFirstInboxes(tx.db, status))
    return true
  })
  if (sent) approvals.spend(reply.id)
  return true
}

/** The local status that an activity names, if it replies to a post of the activity's actor. */
async function findAnswer(app: App, { activity, actor }: Received): Promise<StatusRow | null> {
  const uri = idOf(activity.object)
  const reply = uri === null ? null : await findOwnByAddress(app.db, app.config, uri)
  if (reply === null || reply.uri !== uri || reply.in_reply_to_id === null) return null
  const parent = await findStatus(app.db, reply.in_reply_to_id)
  return parent?.account_id === actor.id ? reply : null
}
