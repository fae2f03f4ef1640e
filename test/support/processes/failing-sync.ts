/** Commits once on a disk whose sync fails. */
import { openSqlite } from '../../../src/kernel/db/sqlite/open.ts'

let syncs = 0
const database = await openSqlite(process.argv[2]!, {
  walSyncer: {
    async sync() {
      console.log(`sync ${++syncs}`)
      throw new Error('EIO: i/o error, fdatasync')
    },
    async forget() {},
    async [Symbol.asyncDispose]() {},
  },
})
await database.transaction(async () => {}).catch(() => console.log('went on'))
console.log('went on')
