import { lockOrigin, readOrigin } from '../features/instance/origin.ts'
import { BASE_ROLE_ID } from '../features/roles/roles.ts'
import { seedRoles } from '../features/roles/seed.ts'
import type { Config } from '../kernel/base/config.ts'
import type { App } from '../kernel/core/app.ts'
import type { Tx } from '../kernel/core/tx.ts'
import type { Db } from '../kernel/db/database.ts'
import { StartError } from '../kernel/db/start-error.ts'

type Starting = Pick<App, 'config' | 'db' | 'transact'>

/**
 * Inserts the initial rows of a server into a migrated database and checks that it belongs to this server. An
 * already prepared database is only read.
 *
 * @param serves a server, which gives a database without local accounts its own ORIGIN; a command does not
 * @throws StartError if the database belongs to another ORIGIN
 */
export async function prepareDatabase(app: Starting, { serves = false } = {}): Promise<void> {
  if (!(await isPrepared(app.db))) await app.transact(prepare)
  const stored = await readOrigin(app.db)
  if (serves && stored !== app.config.origin) await app.transact(changeUnusedOrigin)
  checkOrigin(app.config, await readOrigin(app.db))
}

/** Until the first account exists, no id that others know contains the address. */
async function changeUnusedOrigin({ db, config }: Tx): Promise<void> {
  // the owner may be made at this moment, with the address before
  await lockOrigin(db)
  const account = await db
    .selectFrom('account')
    .select('id')
    .where('domain', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (account !== undefined) return
  await db
    .updateTable('setting')
    .set({ value: JSON.stringify(config.origin) })
    .where('name', '=', 'origin')
    .execute()
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
    { isSetting: true },
  )
}
