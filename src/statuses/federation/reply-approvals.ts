import { idOf } from '../../activitypub/as2.ts'
import type { Received } from '../../activitypub/inbox.ts'
import type { App } from '../../app.ts'
import { lockRow } from '../../db/expressions.ts'
import { sameOrigin } from '../../net/origin.ts'
import { findStatus, type StatusRow } from '../queries.ts'
import { sendFirst } from './sending/first.ts'
import { findSentStatus } from './sending/sent.ts'
import { findOwnByAddress } from './stored.ts'

/**
 * The author of a post elsewhere lets a reply of ours be, where only those are shown that say so. It is sent
 * again, as other servers left it out the first time. Before 0.19 GoToSocial named no approval but the Accept.
 *
 * @returns false if it is about something else
 * @see https://docs.gotosocial.org/en/latest/federation/interaction_policy/
 */
export async function receiveApproval(app: App, received: Received): Promise<boolean> {
  const { activity, actor } = received
  const approvalUri = idOf(activity.document.result) ?? activity.id
  if (approvalUri === null || !sameOrigin(approvalUri, actor.uri)) return false
  return setApproval(app, received, approvalUri)
}

/** The same author takes that back, or never gave it. */
export function receiveDisapproval(app: App, received: Received): Promise<boolean> {
  return setApproval(app, received, null)
}

async function setApproval(
  app: App,
  received: Received,
  approvalUri: string | null,
): Promise<boolean> {
  const reply = await findAnswer(app, received)
  if (reply === null) return false
  await app.transact(async (tx) => {
    await lockRow(tx.db, 'status', reply.id)
    const changed = await tx.db
      .updateTable('status')
      .set({ reply_approval_uri: approvalUri })
      .where('id', '=', reply.id)
      .where('reply_approval_uri', 'is distinct from', approvalUri)
      .returning('id')
      .executeTakeFirst()
    const status = changed === undefined ? null : await findSentStatus(tx.db, reply.id)
    if (status !== null && approvalUri !== null) await sendFirst(tx, status)
  })
  return true
}

/** The status of ours that an activity names, if it answers a post of its actor. */
async function findAnswer(app: App, { activity, actor }: Received): Promise<StatusRow | null> {
  const uri = idOf(activity.object)
  const reply = uri === null ? null : await findOwnByAddress(app.db, app.config, uri)
  if (reply === null || reply.uri !== uri || reply.in_reply_to_id === null) return null
  const parent = await findStatus(app.db, reply.in_reply_to_id)
  return parent?.account_id === actor.id ? reply : null
}
