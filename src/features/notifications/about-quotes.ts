import { BEFORE_ALL_IDS } from '../../kernel/base/ids.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { JobHandlers } from '../../kernel/jobs/handlers.ts'
import { type AboutStatus, findAboutStatus } from './about-status.ts'
import { notify } from './notify.ts'

/** Quotes per transaction; a job continues with the rest. */
const CHUNK = 200
const NEXT = 'notifications.quoted_update'

async function findQuote(db: Db, id: string) {
  const row = await db
    .selectFrom('quote')
    .select(['status_id', 'account_id', 'quoted_account_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** Notifies an author that a status was quoted; the notification shows the quoting status. */
export async function notifyQuoted(tx: Tx, quoteId: string): Promise<void> {
  const quote = await findQuote(tx.db, quoteId)
  const status = quote === null ? null : await findAboutStatus(tx.db, quote.status_id)
  if (quote === null || status === null || quote.quoted_account_id === null) return
  const notice = { type: 'quote', fromId: quote.account_id, statusId: status.id } as const
  const about = { ...notice, conversationId: status.conversation_id }
  await notify(tx, about, [quote.quoted_account_id])
}

/** Removes the notification of a quote whose author's consent was revoked. */
export async function forgetQuoted(tx: Tx, statusId: string): Promise<void> {
  await tx.db
    .deleteFrom('notification')
    .where('status_id', '=', statusId)
    .where('type', '=', 'quote')
    .execute()
}

/**
 * Notifies local accounts that quoted a status of its edit; each notification shows the account's
 * own quote (S-138).
 */
export async function notifyQuoters(
  tx: Tx,
  status: AboutStatus,
  after: string = BEFORE_ALL_IDS,
): Promise<void> {
  const quotes = await tx.db
    .selectFrom('quote')
    .innerJoin('local_user', 'local_user.account_id', 'quote.account_id')
    .select(['quote.id', 'quote.status_id', 'quote.account_id'])
    .where('quote.quoted_status_id', '=', status.id)
    .where('quote.id', '>', after)
    .where('quote.state', '=', 'accepted')
    .orderBy('quote.id')
    .limit(CHUNK)
    .execute()
  for (const { status_id: statusId, account_id: accountId } of quotes) {
    const notice = { type: 'quoted_update', fromId: status.account_id, statusId } as const
    await notify(tx, { ...notice, conversationId: status.conversation_id }, [accountId])
  }
  const last = quotes.at(-1)
  if (last === undefined || quotes.length < CHUNK) return
  tx.enqueue({ kind: NEXT, payload: { statusId: status.id, after: last.id } })
}

export const quoteJobs: JobHandlers = {
  [NEXT]: {
    async run(app, payload) {
      await app.transact(async (tx) => {
        const status = await findAboutStatus(tx.db, String(payload.statusId))
        if (status !== null) await notifyQuoters(tx, status, String(payload.after))
      })
    },
  },
}
