import { DAY } from '../../kernel/base/durations.ts'
import type { App } from '../../kernel/core/app.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import { removeFiles } from '../media/process.ts'
import { endImport } from './imports/choices.ts'
import { findImport } from './imports/queries.ts'

/** ms that an import waits for confirmation, and that a finished one is shown */
const UNCONFIRMED_AGE = DAY
const OVER_AGE = 30 * DAY
const AT_ONCE = 50
const ROWS_AT_ONCE = 500

/** Removes expired archives, and outdated imports. */
export async function prune(app: App): Promise<void> {
  await expireArchives(app)
  await app.transact(forgetArchives)
  await forgetUnconfirmed(app)
  await forgetOver(app)
}

async function expireArchives(app: App): Promise<void> {
  for (;;) {
    const expired = await app.transact((tx) => expireSome(tx))
    if (expired < AT_ONCE) return
  }
}

async function expireSome(tx: Tx): Promise<number> {
  const rows = await tx.db
    .selectFrom('data_export')
    .select(['id', 'file_key'])
    .where('expires_at', '<=', tx.now)
    .limit(AT_ONCE)
    .execute()
  const ids = rows.map((row) => row.id)
  await tx.db
    .updateTable('data_export')
    .set({ state: 'expired', file_key: null, expires_at: null })
    .where(idIn(tx.db, 'id', ids))
    .execute()
  removeFiles(
    tx,
    rows.map((row) => row.file_key),
  )
  return rows.length
}

/** The row stays for a while, to show that there was an archive. */
async function forgetArchives(tx: Tx): Promise<void> {
  await tx.db
    .deleteFrom('data_export')
    .where('state', 'in', ['expired', 'failed'])
    .where('created_at', '<', tx.now - OVER_AGE)
    .execute()
}

/** Includes imports whose file was interrupted during reading. */
async function forgetUnconfirmed(app: App): Promise<void> {
  const rows = await app.db
    .selectFrom('data_import')
    .select('id')
    .where('created_at', '<', app.clock() - UNCONFIRMED_AGE)
    .where('state', 'in', ['reading', 'unconfirmed'])
    .limit(ROWS_AT_ONCE)
    .execute()
  for (const { id } of rows) {
    await app.transact(async (tx) => {
      const data = await findImport(tx.db, id)
      if (data?.state === 'reading' || data?.state === 'unconfirmed') {
        await endImport(tx, data, 'cancelled')
      }
    })
  }
}

async function forgetOver(app: App): Promise<void> {
  const rows = await app.db
    .selectFrom('data_import')
    .select('id')
    .where('created_at', '<', app.clock() - OVER_AGE)
    .where('state', 'in', ['finished', 'cancelled', 'failed'])
    .limit(ROWS_AT_ONCE)
    .execute()
  for (const { id } of rows) {
    while ((await app.transact((tx) => removeRows(tx, id))) === ROWS_AT_ONCE);
    await app.transact((tx) => tx.db.deleteFrom('data_import').where('id', '=', id).execute())
  }
}

async function removeRows(tx: Tx, importId: string): Promise<number> {
  const rows = await tx.db
    .selectFrom('data_import_row')
    .select('id')
    .where('import_id', '=', importId)
    .limit(ROWS_AT_ONCE)
    .execute()
  await tx.db
    .deleteFrom('data_import_row')
    .where(
      idIn(
        tx.db,
        'id',
        rows.map((row) => row.id),
      ),
    )
    .execute()
  return rows.length
}

/** Removes the archives and import files of a deleted account; the caller removes the rows. */
export async function removeTransferFiles(tx: Tx, accountId: string): Promise<number> {
  const keys: (string | null)[] = []
  for (const table of ['data_export', 'data_import'] as const) {
    const rows = await tx.db
      .selectFrom(table)
      .select('file_key')
      .where('account_id', '=', accountId)
      .where('file_key', 'is not', null)
      .execute()
    keys.push(...rows.map((row) => row.file_key))
    await tx.db
      .updateTable(table)
      .set({ file_key: null })
      .where('account_id', '=', accountId)
      .execute()
  }
  removeFiles(tx, keys)
  return 0
}
