import type { Selectable } from 'kysely'
import { NotFound } from '../../../kernel/base/errors.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { idIn } from '../../../kernel/db/id-in.ts'
import { preparedPage } from '../../../kernel/db/pagination.ts'
import type { ScheduledStatusTable } from '../tables.ts'

export type ScheduledStatus = Selectable<ScheduledStatusTable>

/** A page of an account's scheduled statuses. */
export const pageOfScheduled = preparedPage('scheduled_status.id', (db, p: { accountId: string }) =>
  db.selectFrom('scheduled_status').selectAll().where('account_id', '=', p.accountId),
)

/** A page of the firsts of an account's scheduled threads; a status without a thread is one, too. */
export const pageOfThreads = preparedPage('scheduled_status.id', (db, p: { accountId: string }) =>
  db
    .selectFrom('scheduled_status')
    .selectAll()
    .where('account_id', '=', p.accountId)
    .where('thread_id', 'is', null),
)

/** All but the firsts of threads, in order. */
export async function findFollowing(db: Db, ids: readonly string[]): Promise<ScheduledStatus[]> {
  return db
    .selectFrom('scheduled_status')
    .selectAll()
    .where(idIn(db, 'thread_id', ids))
    .orderBy('thread_id')
    .orderBy('position')
    .execute()
}

export async function findScheduled(db: Db, id: string): Promise<ScheduledStatus | null> {
  const row = await db
    .selectFrom('scheduled_status')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** @throws NotFound, the same error, if there is none or it is another account's (A51) */
export async function getOwnScheduled(
  db: Db,
  accountId: string,
  id: string,
): Promise<ScheduledStatus> {
  const row = await findScheduled(db, id)
  if (row === null || row.account_id !== accountId) throw new NotFound()
  return row
}

/** The first of the thread of a scheduled status. @throws NotFound as `getOwnScheduled` */
export async function getOwnThread(
  db: Db,
  accountId: string,
  id: string,
): Promise<ScheduledStatus> {
  const row = await getOwnScheduled(db, accountId, id)
  return row.thread_id === null ? row : getOwnScheduled(db, accountId, row.thread_id)
}

/** @param since ms since 1970: keys expire */
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
 * Number of an account's scheduled statuses, in all or from one time until before another.
 * @param except id of the first of a thread that does not count
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
    .$if(except !== null, (q) =>
      q
        .where('id', '!=', except!)
        .where((eb) => eb.or([eb('thread_id', 'is', null), eb('thread_id', '!=', except!)])),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
