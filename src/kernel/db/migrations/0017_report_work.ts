import { type Kysely, sql } from 'kysely'
import { columnTypes, ownedBy, refersTo } from '../column-types.ts'

type Migrating = Kysely<unknown>
type Types = ReturnType<typeof columnTypes>

/** Notes and assignment of reports, and media evidence that is stored until a report is resolved. */
export async function up(db: Migrating): Promise<void> {
  const type = columnTypes(db)
  await createNotes(db, type)
  await createEvidence(db, type)
  await sql`create index report_unresolved on report (id) where action_taken_at is null`.execute(db)
  await sql`create index report_resolved on report (action_taken_at) where action_taken_at is not null`.execute(
    db,
  )
  await sql`create index local_user_sign_up_ip on local_user (created_at) where sign_up_ip is not null`.execute(
    db,
  )
}

const required = <T extends { notNull(): T }>(column: T): T => column.notNull()

async function index(db: Migrating, table: string, columns: string[]): Promise<void> {
  const name = `${table}_${columns.join('_')}`
  await db.schema.createIndex(name).on(table).columns(columns).execute()
}

async function createNotes(db: Migrating, type: Types): Promise<void> {
  await db.schema
    .createTable('report_note')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('report_id', type.id, ownedBy('report'))
    .addColumn('account_id', type.id, refersTo('account'))
    .addColumn('content', type.text, required)
    .addColumn('created_at', type.timestamp, required)
    .execute()
  await index(db, 'report_note', ['report_id', 'id'])
  await index(db, 'report_note', ['account_id'])
}

async function createEvidence(db: Migrating, type: Types): Promise<void> {
  await db.schema
    .createTable('media_evidence')
    .addColumn('status_id', type.id, ownedBy('status'))
    .addColumn('media_id', type.id, ownedBy('media_attachment'))
    .addPrimaryKeyConstraint('media_evidence_pkey', ['status_id', 'media_id'])
    .execute()
  await index(db, 'media_evidence', ['media_id'])
}
