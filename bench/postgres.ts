import pg from 'pg'
import { cpuOfAll, runningProcesses } from './process-times.ts'

/** A database of the bench on a PostgreSQL server; it is dropped at the end. */
export interface BenchDatabase extends AsyncDisposable {
  url: string
  query(text: string): Promise<pg.QueryResult>
}

/** @param server address of a database of the same server, whose user may create databases */
export async function createBenchDatabase(server: string): Promise<BenchDatabase> {
  const admin = new pg.Client(server)
  await admin.connect()
  const name = `rookery_bench_${process.pid}`
  await admin.query(`create database ${name} template template0 encoding 'UTF8'`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const client = new pg.Client(url.href)
  await client.connect()
  return {
    url: url.href,
    query: (text) => client.query(text),
    async [Symbol.asyncDispose]() {
      await client.end()
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}

/** ms of CPU that PostgreSQL on this machine has used, connections that ended included; null elsewhere than on Linux */
export function postgresCpu(): number | null {
  if (process.platform !== 'linux') return null
  return cpuOfAll(runningProcesses().filter(({ name }) => name === 'postgres'))
}

/** Gives an account many more local followers, by copies of its own rows. @param range numbers of the new ones */
export async function addFollowers(
  { query }: BenchDatabase,
  accountId: string,
  range: { from: number; to: number },
): Promise<void> {
  const count = range.to - range.from + 1
  const numbers = `generate_series(${range.from}, ${range.to}) as n`
  const first = 100_000_000_000_000_000n
  const id = `(${first} + n)::bigint`
  const name = `'follower' || n`
  const copies = async (table: string, where: string, changed: Record<string, string>) => {
    const columns = await query(`select column_name as name from information_schema.columns
      where table_name = '${table}' and table_schema = 'public' and is_generated = 'NEVER'`)
    const names = columns.rows.map((row) => row.name as string)
    const values = names.map((column) => changed[column] ?? `model."${column}"`)
    await query(`insert into ${table} (${names.map((column) => `"${column}"`).join(',')})
      select ${values.join(',')} from ${table} as model, ${numbers} where ${where}`)
  }
  const own = { username: name, username_lower: name, uri: name, url: name }
  await copies('account', `model.id = ${accountId}`, { id, ...own })
  const email = `${name} || '@example.org'`
  const user = { id, account_id: id, email, email_lower: email }
  await copies('local_user', `model.account_id = ${accountId}`, user)
  await query(`insert into follow (id, account_id, target_id, show_reblogs, notify, created_at)
    select ${id}, ${id}, ${accountId}, true, false, 0 from ${numbers}`)
  await query(`update account_stats set local_followers_count = local_followers_count + ${count},
    followers_count = followers_count + ${count} where account_id = ${accountId}`)
  await query('vacuum analyze')
  // or the rows above would be written to disk while what follows is measured
  await query('checkpoint')
}
