import type { Tx } from '../../../kernel/core/tx.ts'
import { getOwnStatus } from '../queries.ts'
import type { QuotePolicy } from '../tables.ts'

/**
 * Changes the quote policy of an own status; existing quotes stay.
 * @throws NotFound if it is not the account's own
 */
export async function changePolicy(
  tx: Tx,
  input: { accountId: string; statusId: string; policy: QuotePolicy },
): Promise<void> {
  const status = await getOwnStatus(tx.db, input.accountId, input.statusId)
  if (status.quote_policy === input.policy || status.reblog_of_id !== null) return
  await tx.db
    .updateTable('status')
    .set((eb) => ({ quote_policy: input.policy, version: eb('version', '+', 1) }))
    .where('id', '=', status.id)
    .execute()
  const { id: statusId } = status
  tx.enqueue({ kind: 'status.send_update', payload: { statusId }, uniqueKey: statusId })
}
