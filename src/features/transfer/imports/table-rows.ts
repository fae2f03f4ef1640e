import { Unreachable } from '../../../kernel/base/errors.ts'
import { parseUrl } from '../../../kernel/base/parse-url.ts'
import type { App } from '../../../kernel/core/app.ts'
import { ACTIONS, type TableType } from './actions.ts'
import { isWanted, noteOutcome, type Outcome } from './outcome.ts'
import type { DataImport, ImportRow } from './queries.ts'
import { postpone, reasonOf } from './retry.ts'
import { findTarget } from './targets.ts'

const AT_ONCE = 8
/** ms after which a step starts no further row */
const LONGEST_STEP = 20_000
/** unanswered rows of one server per step after which its other rows wait for the next step */
const ENOUGH = 2
/** ms until a server with an exhausted budget is requested again */
const PAUSE = 60_000

/** Imports some rows of a table, several concurrently, as most wait for other servers. */
export async function importTableRows(
  app: App,
  data: DataImport & { type: TableType },
  rows: readonly ImportRow[],
): Promise<void> {
  const until = app.clock() + LONGEST_STEP
  const silent = new Map<string, number>()
  const waiting = rows.values()
  const work = async () => {
    for (const row of waiting) {
      if (app.clock() > until) return
      const host = hostOf(row)
      if ((silent.get(host) ?? 0) >= ENOUGH)
        await postpone(app, row, { delay: PAUSE, counts: true })
      else if (await gotNoAnswer(app, data, row)) silent.set(host, (silent.get(host) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

function hostOf({ data }: ImportRow): string {
  if (typeof data.uri === 'string') return parseUrl(data.uri)?.host ?? ''
  return String(data.domain)
}

/** @returns whether its server did not answer; then it is tried again later */
async function gotNoAnswer(
  app: App,
  data: DataImport & { type: TableType },
  row: ImportRow,
): Promise<boolean> {
  try {
    const target = await findTarget(app, data.type, row.data)
    if (target === 'wait') await postpone(app, row, { delay: PAUSE, counts: false })
    else if ('missing' in target) await note(app, row, { state: 'failed', note: target.missing })
    else await importRow(app, data, row, target.id)
    return false
  } catch (error) {
    const reason = reasonOf(app, row, error)
    if (reason !== null) await note(app, row, { state: 'failed', note: reason })
    else await postpone(app, row, { counts: true })
    return error instanceof Unreachable
  }
}

async function importRow(
  app: App,
  data: DataImport & { type: TableType },
  row: ImportRow,
  targetId: string,
): Promise<void> {
  await app.transact(async (tx) => {
    if (!(await isWanted(tx, row))) return
    await ACTIONS[data.type].add(tx, data.account_id, targetId, row.data)
    await noteOutcome(tx, row, { state: 'imported' })
  })
}

async function note(app: App, row: ImportRow, outcome: Outcome): Promise<void> {
  await app.transact(async (tx) => {
    if (await isWanted(tx, row)) await noteOutcome(tx, row, outcome)
  })
}
