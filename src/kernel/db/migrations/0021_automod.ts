import type { Kysely } from 'kysely'
import { columnTypes, ownedBy } from '../column-types.ts'

type Migrating = Kysely<unknown>
type Types = ReturnType<typeof columnTypes>

/** Automatic rules, their matches, held items, and tallies of follows. */
export async function up(db: Migrating): Promise<void> {
  const type = columnTypes(db)
  await createRules(db, type)
  await createMatches(db, type)
  await createHeldItems(db, type)
  await db.schema
    .createTable('follow_tally')
    .addColumn('name', type.text, required)
    .addColumn('hour', type.integer, required)
    .addColumn('count', type.integer, required)
    .addPrimaryKeyConstraint('follow_tally_key', ['name', 'hour'])
    .execute()
  await index(db, 'follow_tally', ['hour'])
}

const required = <T extends { notNull(): T }>(column: T): T => column.notNull()

async function index(db: Migrating, table: string, columns: string[]): Promise<void> {
  const name = `${table}_${columns.join('_')}`
  await db.schema.createIndex(name).on(table).columns(columns).execute()
}

async function createRules(db: Migrating, type: Types): Promise<void> {
  await db.schema
    .createTable('automod_rule')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('name', type.text, required)
    .addColumn('enabled', type.boolean, required)
    .addColumn('mode', type.text, required)
    .addColumn('applies_to', type.text, required)
    .addColumn('origin', type.text, required)
    .addColumn('match', type.text, required)
    .addColumn('conditions', type.json, required)
    .addColumn('action', type.text, required)
    .addColumn('priority', type.integer, required)
    .addColumn('created_at', type.timestamp, required)
    .addColumn('updated_at', type.timestamp, required)
    .execute()
}

async function createMatches(db: Migrating, type: Types): Promise<void> {
  await db.schema
    .createTable('automod_match')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    // a match outlives its rule
    .addColumn('rule_id', type.id, required)
    .addColumn('rule_name', type.text, required)
    .addColumn('mode', type.text, required)
    .addColumn('action', type.text, required)
    .addColumn('account_id', type.id, (column) =>
      column.references('account.id').onDelete('cascade'),
    )
    .addColumn('label', type.text, required)
    .addColumn('status_id', type.id)
    .addColumn('explanation', type.json, required)
    .addColumn('created_at', type.timestamp, required)
    .execute()
  await index(db, 'automod_match', ['rule_id', 'id'])
  await index(db, 'automod_match', ['account_id'])
  await index(db, 'automod_match', ['status_id'])
}

async function createHeldItems(db: Migrating, type: Types): Promise<void> {
  await db.schema
    .createTable('held_item')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('kind', type.text, required)
    .addColumn('rule_id', type.id, required)
    .addColumn('rule_name', type.text, required)
    .addColumn('account_id', type.id, ownedBy('account'))
    .addColumn('status_id', type.id, (column) =>
      column.unique().references('status.id').onDelete('cascade'),
    )
    .addColumn('uri', type.text, (column) => column.unique())
    .addColumn('input', type.json, required)
    .addColumn('text', type.text, required)
    .addColumn('created_at', type.timestamp, required)
    .execute()
  await index(db, 'held_item', ['account_id'])
}
