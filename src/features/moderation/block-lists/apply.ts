import { Unprocessable } from '../../../kernel/base/errors.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import { lockRow } from '../../../kernel/db/expressions.ts'
import { textIn } from '../../../kernel/db/id-in.ts'
import { jsonRows } from '../../../kernel/db/json-rows.ts'
import type { JobHandlers } from '../../../kernel/jobs/handlers.ts'
import { coveringNames } from '../../instance/domain-policy.ts'
import { type BlockImport, type BlockImportRow, rowsToDo } from './imports.ts'
import { sameValues, valuesOf } from './plan.ts'

const APPLY = 'block_lists.apply'

/**
 * Marks the planned rows of an import for execution by `applyRows`: now, or later by a job.
 * @throws Unprocessable if they are marked already
 */
export async function decideToApply(tx: Tx, { id }: Pick<BlockImport, 'id'>): Promise<void> {
  const decided = await tx.db
    .updateTable('block_import')
    .set({ state: 'applied' })
    .where('id', '=', id)
    .where('state', '=', 'dry_run')
    .returning('id')
    .executeTakeFirst()
  if (decided === undefined) throw new Unprocessable('This is applied already, or was taken back')
  await tx.db
    .updateTable('block_import_row')
    .set({ state: 'applying' })
    .where('import_id', '=', id)
    .where('state', '=', 'planned')
    .execute()
  tx.enqueue({ kind: APPLY, payload: { importId: id }, uniqueKey: id })
}

export const applyJobs: JobHandlers = {
  [APPLY]: { run: (app, { importId }) => applyRows(app, String(importId)) },
}

/**
 * Applies the marked rows, in small transactions. If interrupted, it continues. Doing it again
 * changes nothing.
 */
export async function applyRows(app: App, importId: string): Promise<void> {
  while ((await app.transact((tx) => applySome(tx, importId))) > 0);
}

async function applySome(tx: Tx, importId: string): Promise<number> {
  await lockRow(tx.db, 'block_import', importId)
  const rows = await rowsToDo(tx.db, importId, 'applying')
  if (rows.length === 0) return 0
  const known = await decidedOf(tx, rows)
  const wanted = rows.filter(({ domain }) => !known.spared.has(domain!))
  const blockIds = await applyEach(tx, wanted, known)
  const done = [...blockIds.keys()]
  await markStanding(tx, importId, blockIds)
  // the remaining rows are obsolete: their domains were decided otherwise since the planning
  await tx.db
    .updateTable('block_import_row')
    .set({ state: 'over', outcome: 'skip', reason: 'It was decided otherwise meanwhile' })
    .where('import_id', '=', importId)
    .where('state', '=', 'applying')
    .where(textIn(tx.db, 'domain', namesOf(rows)))
    .execute()
  if (done.length > 0) tx.emit({ type: 'domains.decided', domains: done })
  return rows.length
}

type Known = Awaited<ReturnType<typeof decidedOf>>

/** Loaded again, as a dry run may be outdated. */
async function decidedOf(tx: Tx, rows: readonly BlockImportRow[]) {
  const blocks = await tx.db
    .selectFrom('domain_block')
    .selectAll()
    .where(textIn(tx.db, 'domain', namesOf(rows)))
    .execute()
  const allows = await tx.db.selectFrom('domain_allow').select('domain').execute()
  return {
    blocks: new Map(blocks.map((block) => [block.domain, block])),
    spared: new Set(allows.flatMap(({ domain }) => coveringNames(domain))),
  }
}

function namesOf(rows: readonly BlockImportRow[]): string[] {
  return rows.map(({ domain }) => domain!)
}

/** @returns ids of the blocks of rows that are unchanged since the planning, by domain */
async function applyEach(
  tx: Tx,
  rows: readonly BlockImportRow[],
  { blocks }: Known,
): Promise<Map<string, string>> {
  const created = await createBlocks(
    tx,
    rows.filter(({ before, domain }) => before === null && !blocks.has(domain!)),
  )
  const done = new Map(created.map(({ domain, id }) => [domain, id]))
  for (const { domain, before, given } of rows) {
    const block = blocks.get(domain!)
    if (before === null || block === undefined || !sameValues(valuesOf(block), before)) continue
    await tx.db
      .updateTable('domain_block')
      .set(valuesOf(given!))
      .where('id', '=', block.id)
      .execute()
    done.set(block.domain, block.id)
  }
  return done
}

async function createBlocks(tx: Tx, rows: readonly BlockImportRow[]) {
  if (rows.length === 0) return []
  const made = rows.map(({ domain, given }) => ({
    ...valuesOf(given!),
    id: tx.newId(),
    domain: domain!,
    created_at: tx.now,
  }))
  return tx.db
    .insertInto('domain_block')
    .values(made)
    .onConflict((conflict) => conflict.column('domain').doNothing())
    .returning(['domain', 'id'])
    .execute()
}

async function markStanding(
  tx: Tx,
  importId: string,
  blockIds: ReadonlyMap<string, string>,
): Promise<void> {
  if (blockIds.size === 0) return
  const made = [...blockIds].map(([domain, id]) => ({ domain, id }))
  await tx.db
    .updateTable('block_import_row')
    .from(jsonRows(tx.db, { domain: 'text', id: 'id' }, made).as('made'))
    .set((eb) => ({ state: 'standing', block_id: eb.ref('made.id') }))
    .whereRef('block_import_row.domain', '=', 'made.domain')
    .where('import_id', '=', importId)
    .where('state', '=', 'applying')
    .execute()
}
