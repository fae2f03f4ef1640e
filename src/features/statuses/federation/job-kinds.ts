import type { Tx } from '../../../kernel/core/tx.ts'

/** Kinds of the jobs that fetch objects related to remote statuses. */
export const PARENT = 'status.resolve_parent'
export const MENTIONS = 'status.resolve_mentions'
export const HISTORY = 'account.fetch_statuses'
export const PINS = 'account.fetch_pins'
export const THREAD = 'thread.fetch_replies'

/** maximum per status; more would allow endless fetches (A35) */
const MOST_STRANGERS = 10

export interface ParentPayload {
  statusId: string
  uri: string
  /** maximum of levels above the parent to fetch */
  ancestors: number
}

/** Enqueues the fetch of a status's parent. */
export function enqueueParent(tx: Tx, payload: ParentPayload): void {
  tx.enqueue({ kind: PARENT, payload: { ...payload }, uniqueKey: payload.statusId })
}

/** Enqueues the fetch of actors that a status mentions. */
export function enqueueMentions(tx: Tx, statusId: string, uris: readonly string[]): void {
  if (uris.length === 0) return
  const payload = { statusId, uris: uris.slice(0, MOST_STRANGERS) }
  tx.enqueue({ kind: MENTIONS, payload, uniqueKey: statusId })
}

/** Progress of reading the statuses of an account. */
export interface HistoryStep {
  accountId: string
  /** URL of the next page; absent: start */
  page?: string
  /** pages and entries read so far */
  pages?: number
  found?: number
  /** number of waits that its server requested */
  waits?: number
}

/**
 * Enqueues the fetch of an account's latest and pinned statuses.
 * @param runAt ms since 1970; default now
 */
export function enqueueHistory(tx: Tx, step: HistoryStep, runAt = tx.now): void {
  const uniqueKey = `${step.accountId} ${step.pages ?? 0}`
  tx.enqueue({ kind: HISTORY, payload: { ...step }, uniqueKey, runAt })
}

/** Enqueues the fetch of an account's pinned statuses. */
export function enqueuePins(tx: Tx, accountId: string): void {
  tx.enqueue({ kind: PINS, payload: { accountId }, uniqueKey: accountId })
}
