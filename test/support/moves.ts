import { indexStatusesAfter } from '../../src/cli/index-statuses.ts'
import type { Database } from '../../src/kernel/db/database.ts'
import type { IndexBuilder, Moved, MoveWatch } from '../../src/kernel/db/move/move.ts'
import { moveDatabase } from '../../src/kernel/db/move/move.ts'
import { withStoppedSource } from '../../src/kernel/db/move/source.ts'
import { forgetMove } from '../../src/kernel/db/move/state.ts'
import { indexAccountsAfter } from '../../src/kernel/db/search/accounts.ts'

const INDEXES: readonly IndexBuilder[] = [
  { name: 'account_search', table: 'account', indexAfter: indexAccountsAfter },
  { name: 'status_search', table: 'status', indexAfter: indexStatusesAfter },
]

/** A move and the lines that it said. */
export interface ToldMove extends Moved {
  notes: string[]
}

/** Moves a database as the operator's command does. */
export async function move(source: Database, target: Database, name?: string): Promise<ToldMove> {
  const moved = await moveRows(source, target, name)
  await target.transaction(forgetMove)
  return moved
}

/** The same, killed before the target forgets where its rows came from. */
export async function moveRows(
  source: Database,
  target: Database,
  name = 'the source',
): Promise<ToldMove> {
  const notes: string[] = []
  const watch: MoveWatch = {
    begin() {},
    skip() {},
    advance() {},
    note: (line) => void notes.push(line),
  }
  const moved = await withStoppedSource(source, (stopped) =>
    moveDatabase(stopped, target, { name, indexes: INDEXES, watch }),
  )
  return { ...moved, notes }
}
