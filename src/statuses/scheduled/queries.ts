import type { Selectable } from 'kysely'
import type { Db } from '../../db/database.ts'
import { preparedPage } from '../../db/pagination.ts'
import type { ScheduledStatusTable } from '../../db/schema.ts'
import { NotFound } from '../../errors.ts'

export type ScheduledStatus = Selectable<ScheduledStatusTable>

/** A page of what an account is to publish. */
export const pageOfScheduled = preparedPage('scheduled_status.id', (db, p: { accountId: string }) =>
  db.selectFrom('scheduled_status').selectAll().where('account_id', '=', p.accountId),
)

export async function findScheduled(db: Db, id: string): Promise<ScheduledStatus | null> {
  const row = await db
    .selectFrom('scheduled_status')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** @throws NotFound if there is none or it is somebody else's, alike (A51) */
export async function getOwnScheduled(
  db: Db,
  accountId: string,
  id: string,
): Promise<ScheduledStatus> {
  const row = await findScheduled(db, id)
  if (row === null || row.account_id !== accountId) throw new NotFound()
  return row
}

/** @param since ms since 1970: keys are forgotten after a while */
export async function findByKeyDigest(
  db: Db,
  { accountId, digest, since }: { accountId: string; digest: string; since: number },
): Promise<string | null> {
  const row = await db
    .selectFrom('scheduled_status')
    .select('id')
    .where('account_id', '=', accountId)
    .where('key_digest', '=', digest)
    .where('created_at', '>', since)
    .executeTakeFirst()
  return row?.id ?? null
}

/**
 * How many an account has, or has from one time until before another.
 * @param except leaves this one out
 */
export async function countScheduled(
  db: Db,
  accountId: string,
  { from, before, except = null }: { from?: number; before?: number; except?: string | null } = {},
): Promise<number> {
  const { count } = await db
    .selectFrom('scheduled_status')
    .where('account_id', '=', accountId)
    .$if(from !== undefined, (q) => q.where('scheduled_at', '>=', from!))
    .$if(before !== undefined, (q) => q.where('scheduled_at', '<', before!))
    .$if(except !== null, (q) => q.where('id', '!=', except!))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
