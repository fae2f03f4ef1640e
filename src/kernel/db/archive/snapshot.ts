import { closeSync, openSync, rmSync } from 'node:fs'
import { sql } from 'kysely'
import { isPostgres } from '../column-types.ts'
import type { Database, Db } from '../database.ts'
import { createKysely } from '../kysely.ts'
import { openConnection } from '../sqlite/connection.ts'
import { kyselyConnection } from '../sqlite/kysely-connection.ts'
import { createPacer } from '../sqlite/pacer.ts'

/**
 * Reads the database in a consistent snapshot while other processes go on writing.
 * @param copy path of a temporary copy of a SQLite database
 */
export async function withSnapshot<T>(
  database: Database,
  copy: string,
  read: (db: Db) => Promise<T>,
): Promise<T> {
  if (!isPostgres(database.db)) return readCopy(database, copy, read)
  return database.transaction(async (db) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(db)
    return read(db)
  })
}

async function readCopy<T>(database: Database, copy: string, read: (db: Db) => Promise<T>) {
  // SQLite makes it with the rights of the umask
  closeSync(openSync(copy, 'wx', 0o600))
  try {
    await sql`vacuum into ${copy}`.execute(database.slowDb)
    using connection = openConnection(copy, { readOnly: true, busyTimeout: 0 })
    const reader = kyselyConnection(connection, createPacer(), database.load)
    return await read(createKysely('sqlite', { acquire: async () => reader }))
  } finally {
    for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(copy + suffix, { force: true })
  }
}
