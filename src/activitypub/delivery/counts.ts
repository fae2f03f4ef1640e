import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** How many deliveries wait, by an index that holds no others. */
export async function countWaiting(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('delivery')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(sql<SqlBool>`state = 'waiting'`)
    .executeTakeFirstOrThrow()
  return count
}

/** How servers stand: `open` does not answer, `closed` does. */
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
