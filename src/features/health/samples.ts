import type { Db } from '../../kernel/db/database.ts'
import type { Schema } from '../../kernel/db/schema.ts'

export type Sample = Schema['health_sample']

/** The figures from a time on, oldest first. */
export function samplesSince(db: Db, since: number): Promise<Sample[]> {
  return db.selectFrom('health_sample').selectAll().where('at', '>=', since).orderBy('at').execute()
}
