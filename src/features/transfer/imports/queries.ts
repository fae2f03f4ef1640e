import type { Selectable } from 'kysely'
import { NotFound } from '../../../kernel/base/errors.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { jsonRows } from '../../../kernel/db/json-rows.ts'
import { fetchPage, type Page } from '../../../kernel/db/pagination.ts'
import type { DataImportRowTable, DataImportTable, ImportType } from '../tables.ts'

export type DataImport = Selectable<DataImportTable>
export type ImportRow = Selectable<DataImportRowTable>

/** A row of a file, ready to be stored. */
export interface NewRow {
  /** of the row's subject: duplicates within an import are left out */
  digest: string
  position: number
  data: Record<string, unknown>
  /** the reason why it cannot be imported, or null */
  error: string | null
}

export async function findImport(db: Db, id: string): Promise<DataImport | null> {
  const row = await db.selectFrom('data_import').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/** @throws NotFound if the account has no such import (A51) */
export async function getOwnImport(db: Db, accountId: string, id: string): Promise<DataImport> {
  const row = await findImport(db, id)
  if (row === null || row.account_id !== accountId) throw new NotFound()
  return row
}

/** An account's imports of these types, newest first. */
export function importsOf(
  db: Db,
  { accountId, types }: { accountId: string; types: readonly ImportType[] },
  page: Page,
): Promise<DataImport[]> {
  const query = db
    .selectFrom('data_import')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('type', 'in', types)
  return fetchPage(query, 'data_import.id', page)
}

export type NewImport = Pick<
  DataImport,
  'account_id' | 'type' | 'mode' | 'replies' | 'file_name' | 'file_key' | 'file_size'
>

/** Adds an import; its rows follow. @returns its id */
export async function insertImport(tx: Tx, given: NewImport): Promise<string> {
  const id = tx.newId()
  await tx.db
    .insertInto('data_import')
    .values({
      ...given,
      id,
      state: 'reading',
      unpacked: 0,
      total_items: 0,
      processed_items: 0,
      imported_items: 0,
      failed_items: 0,
      left_out: '{}',
      error: null,
      created_at: tx.now,
      started_at: null,
      finished_at: null,
    })
    .execute()
  return id
}

/** Adds rows; existing ones stay as they are. */
export async function insertRows(
  tx: Tx,
  { id, account_id }: Pick<DataImport, 'id' | 'account_id'>,
  rows: readonly NewRow[],
): Promise<void> {
  const given = rows.map(({ digest, position, data, error }) => ({
    id: tx.newId(),
    import_id: id,
    account_id,
    digest,
    position,
    data: JSON.stringify(data),
    state: error === null ? 'waiting' : 'failed',
    error,
    attempts: 0,
    next_at: 0,
  }))
  await tx.db
    .insertInto('data_import_row')
    .values(given as never)
    .onConflict((conflict) => conflict.columns(['import_id', 'digest']).doNothing())
    .execute()
}

/** Number of an import's rows, and of those that cannot be imported. */
export async function countRows(
  db: Db,
  importId: string,
): Promise<{ total: number; failed: number }> {
  const rows = await db
    .selectFrom('data_import_row')
    .select((eb) => ['state', eb.fn.countAll<number>().as('many')])
    .where('import_id', '=', importId)
    .groupBy('state')
    .execute()
  const total = rows.reduce((sum, row) => sum + row.many, 0)
  return { total, failed: rows.find((row) => row.state === 'failed')?.many ?? 0 }
}

/** Rows of an import in the order of the file. */
export function rowsIn(
  db: Db,
  importId: string,
  { state, limit, after }: { state?: ImportRow['state']; limit: number; after?: ImportRow },
): Promise<ImportRow[]> {
  return db
    .selectFrom('data_import_row')
    .selectAll()
    .where('import_id', '=', importId)
    .$if(state !== undefined, (query) => query.where('state', '=', state!))
    .$if(after !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb('position', '>', after!.position),
          eb.and([eb('position', '=', after!.position), eb('id', '>', after!.id)]),
        ]),
      ),
    )
    .orderBy('position')
    .orderBy('id')
    .limit(limit)
    .execute()
}

export interface DueRows {
  rows: ImportRow[]
  /** ms since 1970 when the first waiting row is due; null: none waits */
  nextAt: number | null
}

/** The next rows to import. */
export async function dueRows(
  db: Db,
  importId: string,
  { now, limit }: { now: number; limit: number },
): Promise<DueRows> {
  const waiting = db
    .selectFrom('data_import_row')
    .where('import_id', '=', importId)
    .where('state', '=', 'waiting')
  const rows = await waiting
    .selectAll()
    .where('next_at', '<=', now)
    .orderBy('position')
    .orderBy('id')
    .limit(limit)
    .execute()
  if (rows.length > 0) return { rows, nextAt: now }
  const { next } = await waiting
    .select((eb) => eb.fn.min('next_at').as('next'))
    .executeTakeFirstOrThrow()
  return { rows, nextAt: next ?? null }
}

/** The digests among these that an import has. */
export async function digestsIn(
  db: Db,
  importId: string,
  digests: readonly string[],
): Promise<Set<string>> {
  const given = jsonRows(
    db,
    { digest: 'text' },
    digests.map((digest) => ({ digest })),
  )
  const rows = await db
    .selectFrom('data_import_row')
    .innerJoin(given.as('given'), 'given.digest', 'data_import_row.digest')
    .select('data_import_row.digest')
    .where('import_id', '=', importId)
    .execute()
  return new Set(rows.map((row) => row.digest))
}
