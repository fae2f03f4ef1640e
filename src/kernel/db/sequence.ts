import type { Db } from './database.ts'

/** The next number of a sequence, from 1 on; concurrent callers wait until this transaction commits. */
export async function nextInSequence(db: Db, name: string): Promise<number> {
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
