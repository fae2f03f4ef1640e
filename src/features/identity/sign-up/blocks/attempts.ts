import { createHash } from 'node:crypto'
import { DAY } from '../../../../kernel/base/durations.ts'
import type { App } from '../../../../kernel/core/app.ts'
import type { Tx } from '../../../../kernel/core/tx.ts'
import type { Db } from '../../../../kernel/db/database.ts'
import { idIn } from '../../../../kernel/db/id-in.ts'
import { clientNetwork } from '../../../../kernel/http/client-address.ts'

/** days that are reported, including the current one */
const DAYS = 7
/** maximum of distinct sources per day: more addresses cannot fill the table (A54) */
const MOST_SOURCES = 1_000
const ROWS_AT_ONCE = 500

/** Records a sign-up attempt that blocks concern. @param ip its source, if known */
export async function noteAttempt(
  tx: Tx,
  blockIds: readonly string[],
  ip: string | null,
): Promise<void> {
  const day = Math.floor(tx.now / DAY)
  const source = ip === null ? '' : digestOf(clientNetwork(ip))
  const counted = await countsOf(tx.db, blockIds, day)
  for (const id of [...blockIds].sort()) {
    const known = (counted.get(id)?.[0]?.accounts ?? 0) < MOST_SOURCES
    await tx.db
      .insertInto('email_domain_attempt')
      .values({ block_id: id, day, source: known ? source : '', uses: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['block_id', 'day', 'source'])
          .doUpdateSet((eb) => ({ uses: eb('email_domain_attempt.uses', '+', 1) })),
      )
      .execute()
  }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}

export interface DayOfAttempts {
  /** days since 1970 */
  day: number
  /** number of distinct sources */
  accounts: number
  uses: number
}

async function countsOf(
  db: Db,
  blockIds: readonly string[],
  since: number,
): Promise<Map<string, DayOfAttempts[]>> {
  const rows = await db
    .selectFrom('email_domain_attempt')
    .select((eb) => [
      'block_id',
      'day',
      eb.fn.countAll<number>().as('accounts'),
      eb.fn.sum<number | string>('uses').as('uses'),
    ])
    .where(idIn(db, 'block_id', blockIds))
    .where('day', '>=', since)
    .groupBy(['block_id', 'day'])
    .execute()
  const days = rows.map((row) => ({ ...row, uses: Number(row.uses) }))
  return Map.groupBy(days, (row) => row.block_id)
}

/** Attempts of the last seven days for each block, today first. @param now ms since 1970 */
export async function loadAttempts(
  db: Db,
  blockIds: readonly string[],
  now: number,
): Promise<Map<string, DayOfAttempts[]>> {
  const today = Math.floor(now / DAY)
  const counted = await countsOf(db, blockIds, today - DAYS + 1)
  return new Map(
    blockIds.map((id) => {
      const days = Array.from({ length: DAYS }, (_, ago) => today - ago)
      const known = counted.get(id) ?? []
      const none = { accounts: 0, uses: 0 }
      return [id, days.map((day) => known.find((one) => one.day === day) ?? { day, ...none })]
    }),
  )
}

/** Removes attempts that are no longer reported. */
export async function pruneAttempts(app: App): Promise<void> {
  const until = Math.floor(app.clock() / DAY) - DAYS
  let removed: number
  do {
    removed = await app.transact(async (tx) => {
      const old = await tx.db
        .selectFrom('email_domain_attempt')
        .select(['block_id', 'day', 'source'])
        .where('day', '<=', until)
        .limit(ROWS_AT_ONCE)
        .execute()
      for (const { block_id, day, source } of old) {
        await tx.db
          .deleteFrom('email_domain_attempt')
          .where('block_id', '=', block_id)
          .where('day', '=', day)
          .where('source', '=', source)
          .execute()
      }
      return old.length
    })
  } while (removed === ROWS_AT_ONCE)
}
