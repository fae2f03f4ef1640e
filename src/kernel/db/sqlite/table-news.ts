import type { SqliteConnection } from './connection.ts'

const EPOCH = 'cache.epoch'
const TABLES = 'cache.tables'

const WRITE = `insert into setting (name, value) values ('${TABLES}', ?)
  on conflict (name) do update set value = excluded.value`
const READ = `select name, value from setting where name in ('${EPOCH}', '${TABLES}')`

/** How often each table was changed, as the writer counts; only a difference means something. */
type Counts = Record<string, number>

/**
 * Returns the function that writes into the open transaction which tables it changed: readers in other processes see
 * that with the very commit, so they need not wait for a message.
 */
export function createTableNews(
  connection: SqliteConnection,
  changed: () => readonly string[],
): () => void {
  const counts: Counts = {}
  // counts of an earlier process must not come again
  let last = Date.now() * 1000
  return () => {
    const tables = changed()
    if (tables.length === 0) return
    for (const table of tables) counts[table] = ++last
    connection.run(WRITE, [JSON.stringify(counts)])
  }
}

interface News {
  /** tables that have changed since the last look */
  tables: readonly string[]
  /** whether settings, roles, emoji or blocks have */
  isNewEpoch: boolean
}

/** Returns the function that reads what has changed since its last call; the first one finds nothing new. */
function createNewsReader(connection: SqliteConnection): () => News {
  let known: { epoch: unknown; counts: Counts } | null = null
  return () => {
    const values = new Map(connection.run(READ).rows.map(({ name, value }) => [name, value]))
    const epoch = values.get(EPOCH)
    const counts = (values.get(TABLES) ?? {}) as Counts
    const before = known ?? { epoch, counts }
    known = { epoch, counts }
    return {
      tables: Object.keys(counts).filter((table) => counts[table] !== before.counts[table]),
      isNewEpoch: epoch !== before.epoch,
    }
  }
}

/** Returns the function that reads the news of all commits since its last call; null if there was none. */
export function createNewsLook(connection: SqliteConnection): () => News | null {
  const read = createNewsReader(connection)
  let seen: unknown
  const look = () => {
    const now = connection.run('pragma data_version').rows[0]?.data_version
    if (now === seen) return null
    const news = read()
    seen = now
    return news
  }
  look()
  return look
}

/** For the writer itself: a command beside it may have changed settings that its readers know of already. */
export function createNewsWatch(connection: SqliteConnection): () => boolean {
  const look = createNewsLook(connection)
  return () => {
    try {
      return look()?.isNewEpoch === true
    } catch {
      return false // code that needs the database reports its failure
    }
  }
}
