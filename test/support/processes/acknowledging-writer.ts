/** Writes rows into the database in `process.argv[2]` for ever, and prints the name of each once it is stored. */
import { migrate } from '../../../src/kernel/db/migrate.ts'
import { openDatabase } from '../../../src/kernel/db/open.ts'

const database = await openDatabase({ databaseUrl: null, dataDir: process.argv[2]! })
await migrate(database)
// Long enough for checkpoints to run while it is killed.
const value = JSON.stringify('x'.repeat(4_000))
let last = 0

async function write(): Promise<never> {
  for (;;) {
    const name = `${process.pid}-${++last}`
    await database.transaction((db) => db.insertInto('setting').values({ name, value }).execute())
    process.stdout.write(`${name}\n`)
  }
}

await Promise.all(Array.from({ length: 16 }, write))
