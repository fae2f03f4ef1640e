import { type Kysely, sql } from 'kysely'
import { columnTypes } from '../column-types.ts'

const required = <T extends { notNull(): T }>(column: T): T => column.notNull()

/** Relays, webhooks, and an index of failed deliveries. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const type = columnTypes(db)
  await db.schema
    .createTable('relay')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('inbox_url', type.text, (column) => column.notNull().unique())
    .addColumn('state', type.text, required)
    .addColumn('follow_uri', type.text, (column) => column.unique())
    .addColumn('actor_uri', type.text)
    .addColumn('created_at', type.timestamp, required)
    .execute()
  await db.schema
    .createTable('webhook')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('url', type.text, (column) => column.notNull().unique())
    .addColumn('events', type.json, required)
    .addColumn('secret', type.text, required)
    .addColumn('template', type.text)
    .addColumn('enabled', type.boolean, required)
    .addColumn('disabled_reason', type.text)
    .addColumn('failing_since', type.timestamp)
    .addColumn('last_at', type.timestamp)
    .addColumn('last_status', type.integer)
    .addColumn('last_error', type.text)
    .addColumn('created_at', type.timestamp, required)
    .execute()
  await sql`create index delivery_failed on delivery (id) where state = 'failed'`.execute(db)
}
