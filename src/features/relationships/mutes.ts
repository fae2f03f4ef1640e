import type { Tx } from '../../kernel/core/tx.ts'
import type { JobHandlers } from '../../kernel/jobs/handlers.ts'
import { deleteExpiredMute, deleteMute, type Pair, upsertMute } from './queries.ts'

export interface MuteInput extends Pair {
  hideNotifications: boolean
  /** ms since 1970; null: no end */
  expiresAt: number | null
}

/** Mutes an account. Doing it again changes both choices (S-287); muting oneself does nothing. */
export async function muteAccount(tx: Tx, input: MuteInput): Promise<void> {
  const { accountId, targetId, hideNotifications, expiresAt } = input
  if (accountId === targetId) return
  await tx.beforeRelationsChange(accountId)
  await upsertMute(tx.db, {
    id: tx.newId(),
    account_id: accountId,
    target_id: targetId,
    hide_notifications: hideNotifications,
    expires_at: expiresAt,
    created_at: tx.now,
  })
  if (expiresAt !== null) {
    tx.enqueue({ kind: EXPIRE, payload: { accountId, targetId }, runAt: expiresAt })
  }
  tx.emit({ type: 'mute.created', accountId, targetId })
}

/** Ends a mute; does nothing if there is none. */
export async function unmuteAccount(tx: Tx, { accountId, targetId }: Pair): Promise<void> {
  await tx.beforeRelationsChange(accountId)
  if (await deleteMute(tx.db, { accountId, targetId })) {
    tx.emit({ type: 'mute.removed', accountId, targetId })
  }
}

const EXPIRE = 'mutes.expire'

export const jobs: JobHandlers = {
  /** An expired mute has no effect already; this removes the row and emits the event for caches. */
  [EXPIRE]: {
    run: (app, payload) => app.transact((tx) => expireMute(tx, payload as unknown as Pair)),
  },
}

async function expireMute(tx: Tx, { accountId, targetId }: Pair): Promise<void> {
  await tx.beforeRelationsChange(accountId)
  if (await deleteExpiredMute(tx.db, { accountId, targetId }, tx.now)) {
    tx.emit({ type: 'mute.removed', accountId, targetId })
  }
}
