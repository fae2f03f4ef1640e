import type { App } from '../../kernel/core/app.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { JobHandlers } from '../../kernel/jobs/handlers.ts'
import { gatherYear, SCHEMA_VERSION, type Year } from './data.ts'

const MAKE = 'annual_reports.make'

export const jobs: JobHandlers = {
  [MAKE]: {
    concurrency: 1,
    maxAttempts: 4,
    run: (app, { accountId, year }) =>
      makeReport(app, { accountId: String(accountId), year: Number(year) }),
  },
}

/** Requests a report; does nothing if one exists or is being made. */
export async function orderReport(tx: Tx, { accountId, year }: Year): Promise<void> {
  const added = await tx.db
    .insertInto('annual_report')
    .values({
      id: tx.newId(),
      account_id: accountId,
      year,
      schema_version: SCHEMA_VERSION,
      data: null,
      read_at: null,
      created_at: tx.now,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'year']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added === undefined) return
  tx.enqueue({ kind: MAKE, payload: { accountId, year }, uniqueKey: `${accountId} ${year}` })
}

async function makeReport(app: App, of: Year): Promise<void> {
  const data = JSON.stringify(await gatherYear(app.slowDb, of))
  await app.transact(async (tx) => {
    const made = await tx.db
      .updateTable('annual_report')
      .set({ data })
      .where('account_id', '=', of.accountId)
      .where('year', '=', of.year)
      .where('data', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (made !== undefined) tx.emit({ type: 'annual_report.made', ...of })
  })
}
