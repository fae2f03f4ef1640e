import type { Tx } from '../../transact.ts'

/** Kinds of the jobs that fetch what belongs to statuses from elsewhere. */
export const PARENT = 'status.resolve_parent'
export const MENTIONS = 'status.resolve_mentions'
export const HISTORY = 'account.fetch_statuses'
export const PINS = 'account.fetch_pins'
export const THREAD = 'thread.fetch_replies'

/** of one status; more would let it make us fetch without end (A35) */
const MOST_STRANGERS = 10

export interface ParentPayload {
  statusId: string
  uri: string
  /** levels above the parent that may be fetched */
  ancestors: number
}

/** Has what a status replies to fetched. */
export function enqueueParent(tx: Tx, payload: ParentPayload): void {
  tx.enqueue({ kind: PARENT, payload: { ...payload }, uniqueKey: payload.statusId })
}

/** Has actors fetched that a status names. */
export function enqueueMentions(tx: Tx, statusId: string, uris: readonly string[]): void {
  if (uris.length === 0) return
  const payload = { statusId, uris: uris.slice(0, MOST_STRANGERS) }
  tx.enqueue({ kind: MENTIONS, payload, uniqueKey: statusId })
}

/** How far the statuses of an account have been read. */
export interface HistoryStep {
  accountId: string
  /** where to go on; absent: at the beginning */
  page?: string
  /** pages and entries before it */
  pages?: number
  found?: number
  /** how often its server asked us to wait */
  waits?: number
}

/** Has the latest and the pinned statuses of an account fetched. @param runAt ms since 1970; default now */
export function enqueueHistory(tx: Tx, step: HistoryStep, runAt = tx.now): void {
  const uniqueKey = `${step.accountId} ${step.pages ?? 0}`
  tx.enqueue({ kind: HISTORY, payload: { ...step }, uniqueKey, runAt })
}

/** Has the pinned statuses of an account fetched. */
export function enqueuePins(tx: Tx, accountId: string): void {
  tx.enqueue({ kind: PINS, payload: { accountId }, uniqueKey: accountId })
}
