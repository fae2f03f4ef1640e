import type { Kysely } from 'kysely'
import { columnTypes } from '../column-types.ts'

/** Names the process that delivers to a host: it ends its own lease only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('peer_host').addColumn('locked_by', columnTypes(db).text).execute()
}
