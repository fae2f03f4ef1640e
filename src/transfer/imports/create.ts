import { createReadStream } from 'node:fs'
import type { App } from '../../app.ts'
import { lockRow } from '../../db/expressions.ts'
import type { ImportType } from '../../db/schema.ts'
import { Unprocessable } from '../../errors.ts'
import type { UploadedFile } from '../../http/body/uploaded-file.ts'
import { newKey } from '../../storage/keys.ts'
import { readCsv } from '../../text/csv.ts'
import type { Tx } from '../../transact.ts'
import { countRows, insertImport, insertRows, type NewRow } from './queries.ts'
import { readTable } from './read-table.ts'

export const READ = 'import.read'

/** bytes of a table, and of an archive */
const LARGEST_TABLE = 8 << 20
export const LARGEST_ARCHIVE = 4 * 1024 ** 3
const MOST_ROWS = 20_000
const ROW_BYTES = 16_384
const ROWS_AT_ONCE = 500
/** imports of one account that wait or run */
const MOST_OPEN = 5
/** archives that one account brings in a day: each is unpacked and read through (A63) */
const ARCHIVES_A_DAY = 10
const DAY = 86_400_000
const FILE_NAME = 200

export interface ImportInput {
  accountId: string
  type: ImportType
  mode: 'merge' | 'overwrite'
  replies: 'keep' | 'skip'
  file: UploadedFile
}

/**
 * Takes a file to be imported. Nothing happens with what is in it before `confirmImport`.
 *
 * @returns id of the import: its rows are known, or, of an archive, a job reads them
 * @throws Unprocessable if it is no file of its type, or too many imports are open
 */
export async function createImport(app: App, input: ImportInput): Promise<string> {
  return input.type === 'archive' ? takeArchive(app, input) : takeTable(app, input, input.type)
}

async function takeTable(
  app: App,
  input: ImportInput,
  type: Exclude<ImportType, 'archive'>,
): Promise<string> {
  if (input.file.size > LARGEST_TABLE) throw new Unprocessable('The file is too large')
  const found = await readCsv(createReadStream(input.file.path), {
    rows: MOST_ROWS,
    rowBytes: ROW_BYTES,
  })
  const rows = once(readTable(app.config, type, found))
  if (rows.length > MOST_ROWS) throw new Unprocessable(`The file has more than ${MOST_ROWS} rows`)
  if (!rows.some((row) => row.error === null)) {
    throw new Unprocessable('The file has nothing that can be imported')
  }
  const id = await app.transact(async (tx) => insertImport(tx, await newImport(tx, input, null)))
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const some = rows.slice(from, from + ROWS_AT_ONCE)
    await app.transact((tx) => insertRows(tx, { id, account_id: input.accountId }, some))
  }
  await app.transact((tx) => isRead(tx, id))
  return id
}

function once(rows: readonly NewRow[]): NewRow[] {
  return [...new Map(rows.toReversed().map((row) => [row.digest, row])).values()].reverse()
}

async function takeArchive(app: App, input: ImportInput): Promise<string> {
  if (input.file.size > LARGEST_ARCHIVE) throw new Unprocessable('The file is too large')
  const file_key = newKey('transfers', 'zip')
  await app.storage.put(file_key, { path: input.file.path })
  try {
    return await app.transact(async (tx) => {
      const id = await insertImport(tx, await newImport(tx, input, file_key))
      tx.enqueue({ kind: READ, payload: { importId: id } })
      return id
    })
  } catch (error) {
    await app.storage.remove(file_key)
    throw error
  }
}

/** @throws Unprocessable */
async function newImport(tx: Tx, input: ImportInput, file_key: string | null) {
  const { accountId, type, mode, replies, file } = input
  await lockRow(tx.db, 'account', accountId)
  const { many } = await tx.db
    .selectFrom('data_import')
    .select((eb) => eb.fn.countAll<number>().as('many'))
    .where('account_id', '=', accountId)
    .where('state', 'in', ['reading', 'unconfirmed', 'running'])
    .executeTakeFirstOrThrow()
  if (many >= MOST_OPEN) {
    throw new Unprocessable('Too many imports are open; cancel one or wait until it has ended')
  }
  if (type === 'archive') await checkArchivesOfDay(tx, accountId)
  return {
    account_id: accountId,
    type,
    mode,
    replies,
    file_key,
    file_name: file.filename.toWellFormed().slice(-FILE_NAME),
    file_size: file.size,
  }
}

/** @throws Unprocessable */
async function checkArchivesOfDay(tx: Tx, accountId: string): Promise<void> {
  const { many } = await tx.db
    .selectFrom('data_import')
    .select((eb) => eb.fn.countAll<number>().as('many'))
    .where('account_id', '=', accountId)
    .where('type', '=', 'archive')
    .where('created_at', '>', tx.now - DAY)
    .executeTakeFirstOrThrow()
  if (many < ARCHIVES_A_DAY) return
  throw new Unprocessable(`You have brought ${many} archives today; please go on tomorrow`)
}

/** All rows are there: its owner may look at them and confirm. */
export async function isRead(tx: Tx, id: string): Promise<void> {
  const { total, failed } = await countRows(tx.db, id)
  const counts = { total_items: total, processed_items: failed, failed_items: failed }
  await tx.db
    .updateTable('data_import')
    .set({ ...counts, state: 'unconfirmed' })
    .where('id', '=', id)
    .where('state', '=', 'reading')
    .execute()
}
