import type { Db } from '../db/database.ts'

/** What a poll's options say, in order. */
export async function optionTitles(db: Db, pollId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('poll_option')
    .select('title')
    .where('poll_id', '=', pollId)
    .orderBy('position')
    .execute()
  return rows.map((row) => row.title)
}
