import type { Tx } from '../../../kernel/core/tx.ts'

/** Kinds of the jobs that refresh remote accounts. */
export const REFRESH = 'accounts.refresh_remote'
export const DETAILS = 'accounts.fetch_details'

/** The job that refetches a remote account. */
export function refreshJob(accountId: string) {
  return { kind: REFRESH, payload: { accountId }, uniqueKey: accountId }
}

/**
 * Enqueues the fetch of documents that an actor only references: its collections' counts and, if it
 * states a move, the target account.
 */
export function enqueueDetails(tx: Tx, accountId: string, movedToUri: string | null): void {
  tx.enqueue({ kind: DETAILS, payload: { accountId, movedToUri }, uniqueKey: accountId })
}
