import type { Db } from './database.ts'

/** The next number of a series, from 1 on; whoever asks at the same time waits until this is committed. */
export async function nextInSeries(db: Db, name: string): Promise<number> {
  const { last } = await db
    .insertInto('series')
    .values({ name, last: 1 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({ last: eb('series.last', '+', 1) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  return last
}
