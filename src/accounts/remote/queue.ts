import type { Tx } from '../../transact.ts'

/** Kinds of the jobs that look after remote accounts. */
export const REFRESH = 'accounts.refresh_remote'
export const DETAILS = 'accounts.fetch_details'

/** Has a remote account fetched again. */
export function refreshJob(accountId: string) {
  return { kind: REFRESH, payload: { accountId }, uniqueKey: accountId }
}

/**
 * Has what an actor only points to fetched: its counts and, if it says that it moved, the account
 * there.
 */
export function enqueueDetails(tx: Tx, accountId: string, movedToUri: string | null): void {
  tx.enqueue({ kind: DETAILS, payload: { accountId, movedToUri }, uniqueKey: accountId })
}
