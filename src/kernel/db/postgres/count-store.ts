import type { QueryConfig, QueryResult } from 'pg'
import type { Count, CountStore } from '../../counters/count-store.ts'

/** share of the additions that remove what has ended: one in so many */
const PRUNE = 60

/** The order of keys is the order of locks, so two processes never wait for each other. */
const ADD = `insert into shared_count (key, ends_at, total)
select key, ends_at, amount from json_to_recordset($1::json) as given(key text, ends_at bigint, amount bigint)
order by key, ends_at
on conflict (key, ends_at) do update set total = shared_count.total + excluded.total
returning key, ends_at, total`

/** A refused count does not raise the total further than one above the limit. */
const TAKE = `insert into shared_count (key, ends_at, total) values ($1, $2, $3)
on conflict (key, ends_at) do update set total = least(shared_count.total + excluded.total, $4)
returning total`

/**
 * Counters in a table without WAL, which a crash of the database empties.
 * @param query runs one statement, also while the caller has a transaction open
 */
export function createPostgresCountStore(
  query: (query: QueryConfig) => Promise<QueryResult>,
): CountStore {
  const takeOne = async ({ key, endsAt, amount, limit }: Count) => {
    const values = [key, endsAt, amount, limit + 1]
    const { rows } = await query({ text: TAKE, values })
    return Number(rows[0].total)
  }
  let additions = Math.floor(Math.random() * PRUNE)
  return {
    name: 'PostgreSQL',
    isCheap: false,
    async take(counts) {
      const totals: number[] = []
      for (const count of counts) {
        const total = await takeOne(count)
        totals.push(total)
        if (total > count.limit) break
      }
      return totals
    },
    async add(counts, now) {
      const given = counts.map(({ key, endsAt, amount }) => ({ key, ends_at: endsAt, amount }))
      const values = [JSON.stringify(given)]
      const { rows } = await query({ text: ADD, values })
      additions += 1
      if (additions % PRUNE === 0) {
        await query({ text: 'delete from shared_count where ends_at <= $1', values: [now] })
      }
      const totals = new Map(rows.map((row) => [`${row.key} ${row.ends_at}`, Number(row.total)]))
      return counts.map(({ key, endsAt }) => totals.get(`${key} ${endsAt}`) ?? 0)
    },
  }
}
