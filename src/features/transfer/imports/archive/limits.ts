import { DAY } from '../../../../kernel/base/durations.ts'
import type { Tx } from '../../../../kernel/core/tx.ts'
import { ArchiveBomb, ArchiveRefused } from '../../archive-refused.ts'
import type { DataImport } from '../queries.ts'

/** maximum of unpacked bytes of an outbox */
export const LARGEST_OUTBOX = 512 << 20
/** maximum of unpacked bytes per account and day */
const MOST_A_DAY = 8 * 1024 ** 3
/** Media hardly compress: an archive that unpacks to far more than its size is a bomb (A43). */
const SPREAD = { times: 4, bytes: LARGEST_OUTBOX + (64 << 20) }

/**
 * Counts unpacked bytes, also if an archive is unpacked repeatedly.
 *
 * @returns the reason to stop, or null
 */
export async function countUnpacked(
  tx: Tx,
  { id, account_id, file_size }: DataImport,
  bytes: number,
): Promise<ArchiveRefused | null> {
  const { unpacked } = await tx.db
    .updateTable('data_import')
    .set((eb) => ({ unpacked: eb('unpacked', '+', bytes) }))
    .where('id', '=', id)
    .returning('unpacked')
    .executeTakeFirstOrThrow()
  if (unpacked > file_size * SPREAD.times + SPREAD.bytes) {
    return new ArchiveBomb('The archive unpacks to too much')
  }
  const { today } = await tx.db
    .selectFrom('data_import')
    .select((eb) => eb.fn.sum<number | null>('unpacked').as('today'))
    .where('account_id', '=', account_id)
    .where('created_at', '>', tx.now - DAY)
    .executeTakeFirstOrThrow()
  if ((today ?? 0) <= MOST_A_DAY) return null
  return new ArchiveRefused(
    'Your archives hold more than can be read in a day; what is imported stays, so please bring this one again tomorrow',
  )
}
