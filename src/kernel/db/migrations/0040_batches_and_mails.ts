import { type Kysely, sql } from 'kysely'
import { columnTypes, ownedBy, refersTo } from '../column-types.ts'

type Migrating = Kysely<unknown>
type Types = ReturnType<typeof columnTypes>

const required = <T extends { notNull(): T }>(column: T): T => column.notNull()

/** Actions of the staff on many accounts, its mails to people, and mails to people who are away. */
export async function up(db: Migrating): Promise<void> {
  const type = columnTypes(db)
  await createBatches(db, type)
  await createStaffMails(db, type)
  await rememberMails(db, type)
}

async function createBatches(db: Migrating, type: Types): Promise<void> {
  await db.schema
    .createTable('account_batch')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('staff_id', type.id, ownedBy('account'))
    .addColumn('action', type.text, required)
    .addColumn('input', type.json, required)
    .addColumn('total', type.integer, required)
    .addColumn('created_at', type.timestamp, required)
    .addColumn('finished_at', type.timestamp)
    .execute()
  await sql`create index account_batch_staff_id_id on account_batch (staff_id, id)`.execute(db)
  await db.schema
    .createTable('account_batch_item')
    .addColumn('batch_id', type.id, ownedBy('account_batch'))
    // what was done outlives an account that was turned away
    .addColumn('account_id', type.id, required)
    .addColumn('label', type.text, required)
    .addColumn('state', type.text, required)
    .addColumn('error', type.text)
    .addPrimaryKeyConstraint('account_batch_item_pkey', ['batch_id', 'account_id'])
    .execute()
}

async function createStaffMails(db: Migrating, type: Types): Promise<void> {
  await db.schema
    .createTable('staff_mail')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('account_id', type.id, ownedBy('account'))
    .addColumn('staff_id', type.id, refersTo('account'))
    .addColumn('subject', type.text, required)
    .addColumn('text', type.text, required)
    .addColumn('created_at', type.timestamp, required)
    .addColumn('sent_at', type.timestamp)
    .addColumn('error', type.text)
    .execute()
  await sql`create index staff_mail_account_id_id on staff_mail (account_id, id)`.execute(db)
  await sql`create index staff_mail_staff_id_id on staff_mail (staff_id, id)`.execute(db)
}

async function rememberMails(db: Migrating, type: Types): Promise<void> {
  const add = (name: string, of: Types[keyof Types]) =>
    db.schema.alterTable('local_user').addColumn(name, of).execute()
  await add('mail_failed_at', type.timestamp)
  await add('mail_error', type.text)
  await db.schema
    .alterTable('local_user')
    .addColumn('digest_days', type.integer, (column) => column.notNull().defaultTo(7))
    .execute()
  await db.schema
    .alterTable('local_user')
    .addColumn('digest_due_day', type.integer, (column) => column.defaultTo(0))
    .execute()
  await add('digest_sent_at', type.timestamp)
  await sql`create index local_user_digest on local_user (digest_due_day, id)
    where digest_due_day is not null`.execute(db)
}
