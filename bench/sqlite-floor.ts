import { closeSync, fdatasyncSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const ROUNDS = 500

/** ms for one insert and the sync that makes it durable, on the disk of this folder. */
export async function durableInsert(folder: string): Promise<number> {
  const file = join(folder, 'floor.db')
  const db = new DatabaseSync(file)
  db.exec('pragma journal_mode=wal; pragma synchronous=normal; create table row (text text)')
  const insert = db.prepare('insert into row values (?)')
  const wal = openSync(`${file}-wal`, 'r+')
  const startedAt = performance.now()
  for (let at = 0; at < ROUNDS; at++) {
    insert.run(`row ${at}`)
    fdatasyncSync(wal)
  }
  const elapsed = performance.now() - startedAt
  closeSync(wal)
  db.close()
  return elapsed / ROUNDS
}
