import type { Tx } from '../../../transact.ts'
import { ArchiveBomb, ArchiveRefused } from '../../refused.ts'
import type { DataImport } from '../queries.ts'

const DAY = 86_400_000
/** bytes that an outbox may unpack to */
export const LARGEST_OUTBOX = 512 << 20
/** bytes that come out of the archives of one person in a day */
const MOST_A_DAY = 8 * 1024 ** 3
/** Files hardly shrink in an archive: what unpacks to far more than it weighs is a bomb (A43). */
const SPREAD = { times: 4, bytes: LARGEST_OUTBOX + (64 << 20) }

/**
 * Counts what came out of an archive, each time that it is unpacked.
 *
 * @returns the reason not to go on, or null
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
