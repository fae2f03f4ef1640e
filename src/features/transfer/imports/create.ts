import { createReadStream } from 'node:fs'
import { DAY } from '../../../kernel/base/durations.ts'
import { Unprocessable } from '../../../kernel/base/errors.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import { lockRow } from '../../../kernel/db/expressions.ts'
import type { UploadedFile } from '../../../kernel/http/body/uploaded-file.ts'
import { newKey } from '../../../kernel/storage/keys.ts'
import { readCsv } from '../../../kernel/text/csv.ts'
import type { ImportType } from '../tables.ts'
import { countRows, insertImport, insertRows, type NewRow } from './queries.ts'
import { readTable } from './read-table.ts'

export const READ = 'import.read'

/** maximum of bytes of a table, and of an archive */
const LARGEST_TABLE = 8 << 20
export const LARGEST_ARCHIVE = 4 * 1024 ** 3
const MOST_ROWS = 20_000
const ROW_BYTES = 16_384
const ROWS_AT_ONCE = 500
/** maximum of waiting or running imports per account */
const MOST_OPEN = 5
/** maximum of archives per account and day: each is unpacked and read completely (A63) */
const ARCHIVES_A_DAY = 10
const FILE_NAME = 200

export interface ImportInput {
  accountId: string
  type: ImportType
  mode: 'merge' | 'overwrite'
  replies: 'keep' | 'skip'
  file: UploadedFile
}

/**
 * Accepts a file for import. Nothing is imported before `confirmImport`.
 *
 * @returns id of the import: its rows are known, or, for an archive, a job reads them
 * @throws Unprocessable if the file does not have its type, or too many imports are open
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

/** All rows are stored: the owner can review and confirm the import. */
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
