import { readConfig } from '../kernel/base/config.ts'
import { migrate } from '../kernel/db/migrate.ts'
import { openDatabase } from '../kernel/db/open.ts'
import { backupBeforeUpdate } from './backup-before-update.ts'
import { defineCommand } from './command.ts'
import { createProgress } from './progress.ts'

export const migrateCommand = defineCommand({
  help: `Brings the database up to date. The server does so itself at its start; this is for those who
want to do it before, with a backup of the state before it.`,
  options: {
    backup: {
      type: 'string',
      value: 'FOLDER',
      help: 'Before the database changes, write a backup into this folder; the three newest stay',
    },
  },
  async run(terminal, _words, { backup: folder }) {
    const config = readConfig(terminal.env)
    await using database = await openDatabase(config, { process: 'tool' })
    if (folder !== undefined) {
      const file = await backupBeforeUpdate(database, folder, {
        onProgress: createProgress(terminal),
      })
      if (file !== null) terminal.out(`The database as it was is in ${file}`)
    }
    const applied = await migrate(database, {
      onProgress: (name) => terminal.note(`Updating the database: ${name}`),
    })
    terminal.out(applied.length === 0 ? 'The database is up to date.' : 'The database is updated.')
  },
})
