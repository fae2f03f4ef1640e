import type { App } from '../../../kernel/core/app.ts'
import { lockRow } from '../../../kernel/db/expressions.ts'
import { importPosts } from './archive/import-posts.ts'
import { endImport, STEP } from './choices.ts'
import { type DataImport, dueRows, findImport } from './queries.ts'
import { importTableRows } from './table-rows.ts'

const ROWS_IN_A_STEP = 50
/** including their media */
const POSTS_IN_A_STEP = 10

/**
 * Imports some more rows and enqueues the next step. Each row is marked in the transaction that
 * imports it, so an interruption neither loses nor repeats a row.
 */
export async function runStep(app: App, importId: string): Promise<void> {
  const data = await findImport(app.db, importId)
  if (data?.state !== 'running') return
  const limit = data.type === 'archive' ? POSTS_IN_A_STEP : ROWS_IN_A_STEP
  const { rows, nextAt } = await dueRows(app.db, importId, { now: app.clock(), limit })
  if (nextAt === null) return finish(app, data)
  if (data.type === 'archive') await importPosts(app, data, rows)
  else await importTableRows(app, { ...data, type: data.type }, rows)
  await app.transact(async (tx) =>
    tx.enqueue({ kind: STEP, payload: { importId }, uniqueKey: importId, runAt: nextAt }),
  )
}

async function finish(app: App, { id }: DataImport): Promise<void> {
  await app.transact(async (tx) => {
    await lockRow(tx.db, 'data_import', id)
    const data = await findImport(tx.db, id)
    if (data?.state === 'running') await endImport(tx, data, 'finished')
  })
}
