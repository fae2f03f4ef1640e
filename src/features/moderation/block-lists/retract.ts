import { Unprocessable } from '../../../kernel/base/errors.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import { lockRow } from '../../../kernel/db/expressions.ts'
import { idIn, textIn } from '../../../kernel/db/id-in.ts'
import type { JobHandlers } from '../../../kernel/jobs/handlers.ts'
import { type BlockImport, type BlockImportRow, rowsToDo } from './imports.ts'
import { sameValues, valuesOf } from './plan.ts'

const RETRACT = 'block_lists.retract'

/**
 * Marks an applied import for undoing by `retractRows`: now, or later by a job.
 * @throws Unprocessable if it is not applied
 */
export async function decideToRetract(tx: Tx, { id }: Pick<BlockImport, 'id'>): Promise<void> {
  await lockRow(tx.db, 'block_import', id)
  const decided = await tx.db
    .updateTable('block_import')
    .set({ state: 'retracted' })
    .where('id', '=', id)
    .where('state', '=', 'applied')
    .returning('id')
    .executeTakeFirst()
  if (decided === undefined)
    throw new Unprocessable('This is not applied, or was taken back already')
  await tx.db
    .updateTable('block_import_row')
    .set({ state: 'over', reason: 'It was taken back before it was done' })
    .where('import_id', '=', id)
    .where('state', '=', 'applying')
    .execute()
  await tx.db
    .updateTable('block_import_row')
    .set({ state: 'retracting' })
    .where('import_id', '=', id)
    .where('state', '=', 'standing')
    .execute()
  enqueueRetraction(tx, id)
}

/** For imports with rows in state `retracting`. */
export function enqueueRetraction(tx: Tx, importId: string): void {
  tx.enqueue({ kind: RETRACT, payload: { importId }, uniqueKey: importId })
}

export const retractJobs: JobHandlers = {
  [RETRACT]: { run: (app, { importId }) => retractRows(app, String(importId)) },
}

/**
 * Removes the blocks that rows created and restores those that they changed, except blocks that
 * were changed since, which stay. If interrupted, it continues.
 */
export async function retractRows(app: App, importId: string): Promise<void> {
  while ((await app.transact((tx) => retractSome(tx, importId))) > 0);
}

async function retractSome(tx: Tx, importId: string): Promise<number> {
  await lockRow(tx.db, 'block_import', importId)
  const rows = await rowsToDo(tx.db, importId, 'retracting')
  if (rows.length === 0) return 0
  const ids = rows.flatMap(({ block_id }) => block_id ?? [])
  const found = await tx.db
    .selectFrom('domain_block')
    .selectAll()
    .where(idIn(tx.db, 'id', ids))
    .execute()
  const blocks = new Map(found.map((block) => [block.id, block]))
  const untouched = rows.filter(({ block_id, given }) => {
    const block = blocks.get(block_id ?? '')
    return block !== undefined && sameValues(valuesOf(block), given!)
  })
  await takeBack(tx, untouched)
  await noteOver(tx, importId, untouched, null)
  await noteOver(tx, importId, rows, 'It was changed since')
  const domains = untouched.map(({ domain }) => domain!)
  if (domains.length > 0) tx.emit({ type: 'domains.decided', domains })
  return rows.length
}

async function takeBack(tx: Tx, rows: readonly BlockImportRow[]): Promise<void> {
  const made = rows.flatMap(({ before, block_id }) => (before === null ? block_id! : []))
  await tx.db
    .deleteFrom('domain_block')
    .where(idIn(tx.db, 'id', made))
    .execute()
  for (const { before, block_id } of rows) {
    if (before === null) continue
    await tx.db
      .updateTable('domain_block')
      .set(valuesOf(before))
      .where('id', '=', block_id!)
      .execute()
  }
}

/** Closes the rows among these that have no outcome yet. */
async function noteOver(
  tx: Tx,
  importId: string,
  rows: readonly BlockImportRow[],
  reason: string | null,
): Promise<void> {
  const domains = rows.map(({ domain }) => domain!)
  await tx.db
    .updateTable('block_import_row')
    .set({ state: 'over', reason })
    .where('import_id', '=', importId)
    .where('state', '=', 'retracting')
    .where(textIn(tx.db, 'domain', domains))
    .execute()
}
