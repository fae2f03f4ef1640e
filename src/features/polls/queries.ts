import type { Db } from '../../kernel/db/database.ts'

/** The titles of a poll's options, in order. */
export async function optionTitles(db: Db, pollId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('poll_option')
    .select('title')
    .where('poll_id', '=', pollId)
    .orderBy('position')
    .execute()
  return rows.map((row) => row.title)
}
