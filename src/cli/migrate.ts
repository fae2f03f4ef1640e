import type { Config } from '../kernel/base/config.ts'
import { migrate, missingMigrations } from '../kernel/db/migrate.ts'
import { isMissing, openDatabase } from '../kernel/db/open.ts'
import { refuseMoved } from '../kernel/db/sqlite/file.ts'
import { planCopy, update } from '../kernel/db/update.ts'
import { backupBeforeUpdate } from './backup-before-update.ts'
import { demandFolder } from './backups/named.ts'
import { defineCommand, type Terminal } from './command.ts'
import { createProgress } from './progress.ts'
import { readShellSettings } from './shell-settings.ts'

export const migrateCommand = defineCommand({
  help: `Brings the database up to date. The server does so itself at its start; this is for those who
want to do it before. It is done whole or not at all: if it fails, the version before still runs. Of a
database on SQLite a copy is made first, in DATA_DIR, where there is room, unless --backup keeps the state
before it. --check changes nothing and does not end with exit code 0 if this version cannot run on the database.`,
  options: {
    check: { type: 'boolean', help: 'Say what would be done' },
    backup: {
      type: 'string',
      value: 'FOLDER',
      help: 'Before the database changes, write a backup into this folder; the three newest stay',
    },
  },
  async run(terminal, _words, { check = false, backup: folder }) {
    demandFolder('--backup', folder)
    const config = readShellSettings(terminal.env)
    if (check) return tellPlan(terminal, config)
    const wasMissing = isMissing(config)
    await using database = await openDatabase(config, { process: 'tool' })
    const onMigration = (name: string) => terminal.note(`Updating the database: ${name}`)
    const file =
      folder === undefined
        ? null
        : await backupBeforeUpdate(database, folder, {
            onProgress: createProgress(terminal),
          })
    if (file !== null) terminal.out(`The database as it was is in ${file}`)
    const applied =
      file === null
        ? await update(database, config.dataDir, {
            onMigration,
            tell: (line) => terminal.note(line),
          })
        : await migrate(database, { onProgress: onMigration })
    if (wasMissing) {
      return terminal.out(
        `There was no database in ${config.dataDir} (DATA_DIR): a new one is there, without a server's data.`,
      )
    }
    terminal.out(applied.length === 0 ? 'The database is up to date.' : 'The database is updated.')
  },
})

async function tellPlan(terminal: Terminal, config: Config): Promise<void> {
  if (config.databaseUrl === null) refuseMoved(config.dataDir)
  if (isMissing(config)) {
    return terminal.out(
      `There is no database in ${config.dataDir} (DATA_DIR) yet: the first start makes it.`,
    )
  }
  await using database = await openDatabase(config, { process: 'tool' })
  const { isNew, names } = await missingMigrations(database.db)
  if (isNew) return terminal.out('The database is empty: the first start fills it.')
  if (names.length === 0) return terminal.out('The database is up to date.')
  terminal.out(`The database lacks ${names.length} updates: ${names.join(', ')}`)
  const copy = await planCopy(database, config.dataDir)
  if (copy !== null) terminal.out(copy.refusal ?? `A copy will be made before: ${copy.file}`)
}
