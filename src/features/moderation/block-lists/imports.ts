import type { Selectable } from 'kysely'
import { NotFound, Unprocessable } from '../../../kernel/base/errors.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import type { Db } from '../../../kernel/db/database.ts'
import type { BlockImportRowTable, BlockImportTable } from '../tables.ts'
import { countLosses } from './losses.ts'
import { type Choices, loadDecided, type PlannedRow, planRows } from './plan.ts'
import type { ListEntry } from './read-list.ts'

export type BlockImport = Selectable<BlockImportTable>
export type BlockImportRow = Selectable<BlockImportRowTable>

const ROWS_AT_ONCE = 500
/** maximum of dry runs that wait for a decision */
const MOST_OPEN = 50
const LONGEST_NAME = 200

/** The plan for the rows of a list, with the number of follows that each row ends. */
export async function planList(
  app: Pick<App, 'config' | 'slowDb'>,
  entries: readonly ListEntry[],
  choices: Choices,
): Promise<PlannedRow[]> {
  const rows = planRows(app.config, await loadDecided(app.slowDb), entries, choices)
  await countLosses(app.slowDb, rows)
  return rows
}

export interface NewImport {
  name: string
  source: BlockImport['source']
  mode: BlockImport['mode']
  subscriptionId: string | null
  /** number of rows of the list, even if not all of them are stored */
  total: number
  rows: readonly PlannedRow[]
}

/**
 * Limits the number of dry runs that wait for a decision (A54).
 * @throws Unprocessable
 */
export async function refuseTooMany(tx: Tx): Promise<void> {
  const { many } = await tx.db
    .selectFrom('block_import')
    .select((eb) => eb.fn.countAll<number>().as('many'))
    .where('state', '=', 'dry_run')
    .executeTakeFirstOrThrow()
  if (many >= MOST_OPEN) {
    throw new Unprocessable(
      'Too many dry runs wait; each goes after 30 days, or when it is applied',
    )
  }
}

/** Stores the plan of a list, to be applied or discarded. @returns its id */
export async function insertImport(tx: Tx, input: NewImport): Promise<string> {
  const id = tx.newId()
  const { source, mode, total } = input
  const name = input.name.trim().slice(0, LONGEST_NAME)
  const made = { id, name, source, mode, total, state: 'dry_run', created_at: tx.now } as const
  await tx.db
    .insertInto('block_import')
    .values({ ...made, subscription_id: input.subscriptionId })
    .execute()
  for (let from = 0; from < input.rows.length; from += ROWS_AT_ONCE) {
    const some = input.rows.slice(from, from + ROWS_AT_ONCE)
    await tx.db
      .insertInto('block_import_row')
      .values(some.map((row) => ({ ...stored(row), import_id: id })))
      .execute()
  }
  return id
}

function stored(row: PlannedRow) {
  return {
    ...row,
    given: row.given === null ? null : JSON.stringify(row.given),
    before: row.before === null ? null : JSON.stringify(row.before),
    block_id: null,
    state: row.given === null ? ('over' as const) : ('planned' as const),
  }
}

/** @throws NotFound */
export async function getImport(db: Db, id: string): Promise<BlockImport> {
  const row = await db
    .selectFrom('block_import')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw new NotFound()
  return row
}

/** In the order of the file. */
export function rowsOfImport(db: Db, id: string): Promise<BlockImportRow[]> {
  return db
    .selectFrom('block_import_row')
    .selectAll()
    .where('import_id', '=', id)
    .orderBy('line')
    .execute()
}

/** The next rows of an import to process. */
export function rowsToDo(
  db: Db,
  importId: string,
  state: 'applying' | 'retracting',
): Promise<BlockImportRow[]> {
  return db
    .selectFrom('block_import_row')
    .selectAll()
    .where('import_id', '=', importId)
    .where('state', '=', state)
    .orderBy('line')
    .limit(ROWS_AT_ONCE)
    .execute()
}
