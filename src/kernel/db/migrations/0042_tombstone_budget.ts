import { type Kysely, sql } from 'kysely'
import { columnTypes } from '../column-types.ts'

/** Tombstones are limited by domain. Earlier ones belong to no domain: they end by their age. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const type = columnTypes(db)
  await db.schema.alterTable('tombstone').addColumn('from_domain', type.text).execute()
  await db.schema.alterTable('tombstone').addColumn('place', type.integer).execute()
  await sql`create index tombstone_from_domain_place on tombstone (from_domain, place)
    where from_domain is not null`.execute(db)
}
