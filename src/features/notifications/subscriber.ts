import type { Subscriber } from '../../kernel/core/subscriber.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import type { Permission } from '../../kernel/http/permissions.ts'
import { findReport, hasUnresolvedSibling } from '../reports/queries.ts'
import { rolesThatCan } from '../roles/roles.ts'
import { type CreatedStatus, findLiveStatus } from '../statuses/write/created-status.ts'
import { forgetQuoted, notifyQuoted, notifyQuoters } from './about-quotes.ts'
import { type AboutStatus, accountsNamedIn, findAboutStatus } from './about-status.ts'
import { type Notice, notify } from './notify.ts'
import { firstAudience, notifyAudience } from './notify-many.ts'
import { hasNotification } from './queries.ts'
import { removeAbout, removeFrom, removeFromDomain, removeOne } from './removal.ts'
import { withdraw } from './requests/requests.ts'
import { EMOJI_REACTION } from './types.ts'

/** Creates notifications of events, and removes those of undone events. */
export const subscriber: Subscriber = {
  preload: {
    async 'status.created'(tx, event) {
      const status = await findLiveStatus(tx, event)
      if (status !== null && isForFollowers(status)) await firstAudience(tx, 'status', status)
    },
  },
  record: {
    async 'status.created'(tx, event) {
      const status = await findLiveStatus(tx, event)
      if (status === null || status.reblog_of_id !== null) return
      await notifyNamed(tx, status, status.named)
      if (isForFollowers(status)) await notifyAudience(tx, 'status', status)
    },
    async 'status.edited'(tx, { statusId }) {
      const status = await findAboutStatus(tx.db, statusId)
      if (status === null) return
      await notifyNamed(tx, status, await accountsNamedIn(tx.db, statusId))
      await notifyAudience(tx, 'update', status)
      await notifyQuoters(tx, status)
    },
    async 'status.deleted'(tx, { statusId, accountId, reblogOfId }) {
      if (reblogOfId === null) await removeAbout(tx, statusId)
      else await removeOne(tx.db, { type: 'reblog', fromId: accountId, statusId: reblogOfId })
    },
    async 'status.reblogged'(tx, { accountId, reblogOfId, live }) {
      if (!live) return
      await notifyAuthor(tx, { type: 'reblog', fromId: accountId, statusId: reblogOfId })
    },
    'status.favourited': (tx, { accountId, statusId }) =>
      notifyAuthor(tx, { type: 'favourite', fromId: accountId, statusId }),
    'status.unfavourited': (tx, { accountId, statusId }) =>
      removeOne(tx.db, { type: 'favourite', fromId: accountId, statusId }),
    async 'quote.changed'(tx, { statusId, quoteId, state }) {
      if (state !== 'accepted') return forgetQuoted(tx, statusId)
      await notifyQuoted(tx, quoteId)
    },
    async 'poll.expired'(tx, { statusId }) {
      const status = await findAboutStatus(tx.db, statusId)
      if (status !== null) await notifyAudience(tx, 'poll', status)
    },
    'follow.created': (tx, { accountId, targetId }) =>
      notifyOf(tx, 'follow', accountId, [targetId]),
    'follow.removed': (tx, { accountId, targetId }) =>
      removeFrom(tx, { accountId: targetId, fromId: accountId, type: 'follow' }),
    'follow_request.created': (tx, { accountId, targetId }) =>
      notifyOf(tx, 'follow_request', accountId, [targetId]),
    'follow_request.removed': (tx, { accountId, targetId }) =>
      removeFrom(tx, { accountId: targetId, fromId: accountId, type: 'follow_request' }),
    async 'block.created'(tx, { accountId, targetId }) {
      await removeFrom(tx, { accountId, fromId: targetId })
      await withdraw(tx, accountId, targetId)
    },
    'mute.created': (tx, { accountId, targetId }) => withdraw(tx, accountId, targetId),
    'reaction.added': (tx, { reactionId, statusId, accountId }) =>
      notifyAuthor(tx, { type: EMOJI_REACTION, fromId: accountId, statusId, reactionId }),
    'relationships.severed': (tx, { accountId, accountSeveranceId }) =>
      notifySelf(tx, accountId, { type: 'severed_relationships', accountSeveranceId }),
    'account.warned': (tx, { accountId, warningId }) =>
      notifySelf(tx, accountId, { type: 'moderation_warning', warningId }),
    async 'account_domain.blocked'(tx, { accountId, domain }) {
      removeFromDomain(tx, { accountId, fromDomain: domain })
    },
    async 'account.activated'(tx, { accountId }) {
      await notifyOf(tx, 'admin.sign_up', accountId, await staffIds(tx.db, 'manageUsers'))
    },
    async 'report.created'(tx, { reportId }) {
      const report = await findReport(tx.db, reportId)
      if (report === null || (await hasUnresolvedSibling(tx.db, report))) return
      const notice = { type: 'admin.report', fromId: report.account_id, reportId } as const
      const about = { statusId: null, conversationId: null }
      await notify(tx, { ...notice, ...about }, await staffIds(tx.db, 'manageReports'))
    },
  },
}

async function notifyNamed(tx: Tx, status: AboutStatus, named: readonly string[]): Promise<void> {
  const notice = { type: 'mention', fromId: status.account_id, statusId: status.id } as const
  await notify(tx, { ...notice, conversationId: status.conversation_id }, named)
}

/**
 * A post that is no reply, or a reply in the author's own thread; replies to others are not
 * announced.
 */
function isForFollowers(status: CreatedStatus): boolean {
  if (status.visibility === 'direct' || status.reblog_of_id !== null) return false
  return status.in_reply_to_id === null || status.in_reply_to_account_id === status.account_id
}

async function notifyAuthor(
  tx: Tx,
  notice: Pick<Notice, 'type' | 'fromId' | 'reactionId'> & { statusId: string },
): Promise<void> {
  const status = await findAboutStatus(tx.db, notice.statusId)
  if (status === null) return
  await notify(tx, { ...notice, conversationId: status.conversation_id }, [status.account_id])
}

/** A notification without a sender: the account itself stands as sender. */
async function notifySelf(
  tx: Tx,
  accountId: string,
  notice: Pick<Notice, 'type' | 'accountSeveranceId' | 'warningId'>,
): Promise<void> {
  const about = { fromId: accountId, statusId: null, conversationId: null }
  await notify(tx, { ...notice, ...about }, [accountId])
}

/** A notification without a status; accounts that have it already are left out. */
async function notifyOf(
  tx: Tx,
  type: 'follow' | 'follow_request' | 'admin.sign_up',
  fromId: string,
  accountIds: string[],
): Promise<void> {
  const known = await hasNotification(tx.db, type, fromId, accountIds)
  const untold = accountIds.filter((id) => !known.has(id))
  await notify(tx, { type, fromId, statusId: null, conversationId: null }, untold)
}

/** Accounts with a permission. */
async function staffIds(db: Db, permission: Permission): Promise<string[]> {
  const managing = await rolesThatCan(db, permission)
  const staff = await db
    .selectFrom('local_user')
    .where(idIn(db, 'role_id', managing))
    .select('account_id')
    .execute()
  return staff.map((user) => user.account_id)
}
