import type { Kysely } from 'kysely'
import { columnTypes, ownedBy } from '../column-types.ts'

type Migrating = Kysely<unknown>
type Types = ReturnType<typeof columnTypes>

const required = <T extends { notNull(): T }>(column: T): T => column.notNull()

/** Two-factor codes and passkeys, challenges of a sign-in, and the last use of sessions and tokens. */
export async function up(db: Migrating): Promise<void> {
  const type = columnTypes(db)
  await extendTables(db, type)
  await createRecoveryCodes(db, type)
  await createPasskeys(db, type)
  await createChallenges(db, type)
}

async function extendTables(db: Migrating, type: Types): Promise<void> {
  await db.schema.alterTable('local_user').addColumn('otp_secret', type.text).execute()
  await db.schema.alterTable('local_user').addColumn('otp_enabled_at', type.timestamp).execute()
  await db.schema.alterTable('local_user').addColumn('otp_last_step', type.integer).execute()
  await db.schema.alterTable('session').addColumn('authenticated_at', type.timestamp).execute()
  await db.schema.alterTable('access_token').addColumn('last_used_day', type.integer).execute()
  await db.schema
    .alterTable('role')
    .addColumn('require_two_factor', type.boolean, (column) => column.notNull().defaultTo(false))
    .execute()
}

async function createRecoveryCodes(db: Migrating, type: Types): Promise<void> {
  await db.schema
    .createTable('recovery_code')
    .addColumn('user_id', type.id, ownedBy('local_user'))
    .addColumn('code_hash', type.text, required)
    .addPrimaryKeyConstraint('recovery_code_pkey', ['user_id', 'code_hash'])
    .execute()
}

async function createPasskeys(db: Migrating, type: Types): Promise<void> {
  await db.schema
    .createTable('passkey')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('user_id', type.id, ownedBy('local_user'))
    .addColumn('name', type.text, required)
    .addColumn('credential_id', type.text, (column) => column.notNull().unique())
    .addColumn('public_key', type.text, required)
    .addColumn('counter', type.integer, required)
    .addColumn('transports', type.json, required)
    .addColumn('created_at', type.timestamp, required)
    .addColumn('last_used_at', type.timestamp)
    .execute()
  await db.schema.createIndex('passkey_user_id').on('passkey').columns(['user_id', 'id']).execute()
}

async function createChallenges(db: Migrating, type: Types): Promise<void> {
  await db.schema
    .createTable('auth_challenge')
    .addColumn('id', type.id, (column) => column.primaryKey().notNull())
    .addColumn('token_hash', type.text, (column) => column.notNull().unique())
    .addColumn('purpose', type.text, required)
    .addColumn('browser_hash', type.text, required)
    .addColumn('user_id', type.id, (column) =>
      column.references('local_user.id').onDelete('cascade'),
    )
    .addColumn('expires_at', type.timestamp, required)
    .execute()
  for (const column of ['user_id', 'expires_at']) {
    const name = `auth_challenge_${column}`
    await db.schema.createIndex(name).on('auth_challenge').column(column).execute()
  }
}
