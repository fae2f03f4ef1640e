import type { App } from './app.ts'
import type { Config } from './config.ts'
import type { Db } from './db/database.ts'
import { StartError } from './db/start-error.ts'
import { BASE_ROLE_ID } from './roles/roles.ts'
import { seedRoles } from './roles/seed.ts'
import type { Tx } from './transact.ts'

type Starting = Pick<App, 'config' | 'db' | 'transact'>

/**
 * Fills a migrated database with what a server begins with and checks that it is this server's. A
 * database that was prepared before is only read.
 *
 * @throws StartError if the database belongs to another ORIGIN
 */
export async function prepareDatabase(app: Starting): Promise<void> {
  if (!(await isPrepared(app.db))) await app.transact(prepare)
  checkOrigin(app.config, await readOrigin(app.db))
}

/** The ORIGIN that every id in this database contains, or null before the first start. */
export async function readOrigin(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', 'origin')
    .executeTakeFirst()
  return row === undefined ? null : String(row.value)
}

async function isPrepared(db: Db): Promise<boolean> {
  const base = await db.selectFrom('role').select('id').where('id', '=', BASE_ROLE_ID).execute()
  return base.length > 0 && (await readOrigin(db)) !== null
}

async function prepare(tx: Tx): Promise<void> {
  await seedRoles(tx)
  await tx.db
    .insertInto('setting')
    .values({ name: 'origin', value: JSON.stringify(tx.config.origin) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
}

function checkOrigin(config: Config, stored: string | null): void {
  if (stored === config.origin) return
  throw new StartError(
    `ORIGIN is ${config.origin}, but this database was made for ${stored}, and every id in it contains that address; start with ORIGIN=${stored}, or with another DATA_DIR or DATABASE_URL`,
  )
}
