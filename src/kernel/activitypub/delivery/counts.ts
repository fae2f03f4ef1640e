import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** Counts waiting deliveries, by an index of waiting rows only. */
export async function countWaiting(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('delivery')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(sql<SqlBool>`state = 'waiting'`)
    .executeTakeFirstOrThrow()
  return count
}

/** Counts servers by circuit state: an `open` one does not answer, a `closed` one does. */
export async function countHosts(db: Db): Promise<{ closed: number; open: number }> {
  const { all, failing } = await db
    .selectFrom('peer_host')
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      eb.fn.countAll<number>().filterWhere('failures', '>', 0).as('failing'),
    ])
    .executeTakeFirstOrThrow()
  return { closed: all - failing, open: failing }
}
