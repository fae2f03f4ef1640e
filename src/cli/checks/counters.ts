import { type RawBuilder, sql } from 'kysely'
import { type Finding, fail, ok } from '../../features/health/finding.ts'
import { BEFORE_ALL_IDS } from '../../kernel/base/ids.ts'
import { FOR_ALL } from '../../kernel/core/audience-rules.ts'
import type { Db } from '../../kernel/db/database.ts'
import { lockRows } from '../../kernel/db/expressions.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import { type Data, type DataCheck, REPAIR } from './data.ts'

/** rows read or recounted at once: a running server has its turn in between */
const ROWS_AT_ONCE = 500

type Id = RawBuilder<unknown>

/** How to recount a counter from the counted rows. */
interface Counter {
  column: string
  /** the number of counted rows for the row with this id */
  count(id: Id): RawBuilder<unknown>
}

interface Counted {
  table: 'account_stats' | 'status_stats' | 'domain_host'
  key: 'account_id' | 'status_id' | 'id'
  /** rows whose counters only this server knows */
  ours: RawBuilder<unknown>
  counters: Counter[]
}

const ACCOUNTS: Counted = {
  table: 'account_stats',
  key: 'account_id',
  ours: sql`exists (select 1 from account where account.id = stats.account_id and domain is null)`,
  counters: [
    {
      column: 'followers_count',
      count: (id) => sql`select count(*) from follow where target_id = ${id}`,
    },
    {
      column: 'local_followers_count',
      count: (id) => sql`select count(*) from follow
        join local_user on local_user.account_id = follow.account_id where target_id = ${id}`,
    },
    {
      column: 'following_count',
      count: (id) => sql`select count(*) from follow where account_id = ${id}`,
    },
    {
      column: 'statuses_count',
      count: (id) => sql`select count(*) from status where account_id = ${id}
        and deleted_at is null and visibility <> 'direct' and not quiet`,
    },
  ],
}

const STATUSES: Counted = {
  table: 'status_stats',
  key: 'status_id',
  ours: sql`exists (select 1 from status where status.id = stats.status_id and local
    and deleted_at is null)`,
  counters: [
    {
      column: 'replies_count',
      count: (id) => sql`select count(*) from status where in_reply_to_id = ${id}
        and deleted_at is null and visibility in (${sql.join(FOR_ALL.map((one) => sql.lit(one)))})`,
    },
    {
      column: 'reblogs_count',
      count: (id) => sql`select count(*) from status where reblog_of_id = ${id}
        and deleted_at is null`,
    },
    {
      column: 'favourites_count',
      count: (id) => sql`select count(*) from favourite where status_id = ${id}`,
    },
    {
      column: 'quotes_count',
      count: (id) => sql`select count(*) from quote where quoted_status_id = ${id}
        and state = 'accepted'`,
    },
    {
      column: 'reactions_count',
      count: (id) => sql`select count(*) from reaction where status_id = ${id}`,
    },
  ],
}

const DOMAINS: Counted = {
  table: 'domain_host',
  key: 'id',
  ours: sql`1 = 1`,
  counters: [
    {
      column: 'accounts_count',
      count: (id) => sql`select count(*) from domain_host as place
        join account on account.domain = place.domain and account.deleted_at is null
        join remote_actor on remote_actor.account_id = account.id and remote_actor.host = place.host
        where place.id = ${id}`,
    },
  ],
}

/** Checks that counters match the number of counted rows. */
export const checkCounters: DataCheck = async (data) => [
  ...(await checkCounted(data, ACCOUNTS)),
  ...(await checkCounted(data, STATUSES)),
  ...(await checkCounted(data, DOMAINS)),
]

async function checkCounted(data: Data, counted: Counted): Promise<Finding[]> {
  const wrong = new Map<string, number>()
  let seen = 0
  for (let after: string | null = BEFORE_ALL_IDS; after !== null; ) {
    const page: Page = await wrongAfter(data.database.slowDb, counted, after)
    if (data.repair && page.wrong.length > 0) {
      const ids = page.wrong.map(({ id }) => id)
      await data.database.transaction((db) => countAnew(db, counted, ids))
    }
    for (const { column } of page.wrong.flatMap(({ columns }) => columns)) {
      wrong.set(column, (wrong.get(column) ?? 0) + 1)
    }
    seen += page.seen
    data.progress(`${seen} rows of ${counted.table} checked`)
    after = page.last
  }
  if (wrong.size === 0) return [ok(`The counters of ${seen} rows of ${counted.table} are right`)]
  return [...wrong].map(([column, rows]) => {
    const name = `${counted.table}.${column}`
    if (data.repair) return ok(`${name} was wrong in ${rows} rows and was counted anew`)
    return fail(`${name} is wrong in ${rows} rows`, REPAIR)
  })
}

interface Page {
  wrong: { id: string; columns: { column: string }[] }[]
  seen: number
  /** null at the end */
  last: string | null
}

async function wrongAfter(db: Db, counted: Counted, after: string): Promise<Page> {
  const { table, key, ours, counters } = counted
  const id = sql.ref(`stats.${key}`)
  const figures = counters.map(
    ({ column, count }) =>
      sql`${sql.ref(column)} = (${count(id)}) as ${sql.ref(`${column}_right`)}`,
  )
  const { rows } = await sql<Record<string, unknown> & { id: string; ours: unknown }>`
    select ${id} as id, ${ours} as ours, ${sql.join(figures)}
    from ${sql.table(table)} as stats where ${id} > ${after}
    order by ${id} limit ${ROWS_AT_ONCE}`.execute(db)
  const wrong = rows
    .filter((row) => row.ours)
    .map((row) => ({ id: row.id, columns: counters.filter((one) => !row[`${one.column}_right`]) }))
    .filter(({ columns }) => columns.length > 0)
  const last = rows.length < ROWS_AT_ONCE ? null : rows.at(-1)!.id
  return { wrong, seen: rows.length, last }
}

/** Locks the rows, so that concurrent changes of the same counters wait. */
async function countAnew(db: Db, counted: Counted, ids: readonly string[]): Promise<void> {
  const { table, key, counters } = counted
  await lockRows(db, table, ids, key)
  const id = sql.ref(`${table}.${key}`)
  const right = counters.map(({ column, count }) => sql`${sql.id(column)} = (${count(id)})`)
  await sql`update ${sql.table(table)} set ${sql.join(right)}
    where ${idIn(db, `${table}.${key}`, ids)}`.execute(db)
}
