import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { saveSetupMark } from '../features/instance/setup-marks.ts'
import { describeMediaPlace } from '../kernel/base/media-place.ts'
import { backup } from '../kernel/db/archive/backup.ts'
import { CommandError, defineCommand } from './command.ts'
import { localFiles } from './local-files.ts'
import { createProgress } from './progress.ts'
import { withApp } from './tool.ts'

export const backupCommand = defineCommand({
  help: `Writes everything that the database holds into one archive, also while the server runs. The archive
fits both kinds of database. It holds the secrets of the server and of the people on it: keep it as
safe as the server.`,
  words: ['FILE'],
  options: {
    media: { type: 'boolean', help: 'With the uploads of local accounts' },
  },
  async run(terminal, [name = ''], { media = false }) {
    const file = resolve(name)
    if (!isFolder(dirname(file))) throw new CommandError(`There is no folder ${dirname(file)}`)
    const progress = createProgress(terminal)
    const place = await withApp(terminal, async (app) => {
      await backup(app.database, file, {
        onProgress: progress,
        ...(media ? { files: (db) => localFiles(db, app.storage) } : {}),
      })
      await app.transact((tx) => saveSetupMark(tx, 'backup', { at: tx.now }))
      return describeMediaPlace(app.config)
    })
    terminal.out(`${file}: ${Math.ceil(statSync(file).size / 1024)} KB`)
    if (!media) terminal.out(`Not in it: the media files of ${place}`)
  },
})

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}
