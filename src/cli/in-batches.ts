import { BEFORE_ALL_IDS } from '../kernel/base/ids.ts'

/** rows in one query, so that no list has to fit into memory */
const ROWS_AT_ONCE = 500

/**
 * All rows of a query, read a few hundred at a time.
 * @param load the next rows with ids above `after`, ordered by id, `limit` at most
 */
export async function* inBatches<Row extends { id: string }>(
  load: (after: string, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let after = BEFORE_ALL_IDS
  for (;;) {
    const rows = await load(after, ROWS_AT_ONCE)
    yield* rows
    if (rows.length < ROWS_AT_ONCE) return
    after = rows.at(-1)!.id
  }
}
