import { readConfig } from '../kernel/base/config.ts'
import { migrate } from '../kernel/db/migrate.ts'
import { openDatabase } from '../kernel/db/open.ts'
import { defineCommand } from './command.ts'

export const migrateCommand = defineCommand({
  help: `Brings the database up to date. The server does so itself at its start; this is for those who
want to do it before.`,
  async run(terminal) {
    const config = readConfig(terminal.env)
    await using database = await openDatabase(config, { process: 'tool' })
    const applied = await migrate(database, {
      onProgress: (name) => terminal.note(`Updating the database: ${name}`),
    })
    terminal.out(applied.length === 0 ? 'The database is up to date.' : 'The database is updated.')
  },
})
