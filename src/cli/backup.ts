import { accessSync, constants, lstatSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { backupMarks } from '../features/instance/backup-marks.ts'
import { fileProblem } from '../kernel/base/file-problem.ts'
import { describeMediaPlace } from '../kernel/base/media-place.ts'
import type { App } from '../kernel/core/app.ts'
import { backup } from '../kernel/db/archive/backup.ts'
import { isArchive } from '../kernel/db/archive/read.ts'
import { StartError } from '../kernel/db/start-error.ts'
import { checkBackups } from './backups/check.ts'
import { describeFailure } from './backups/failure.ts'
import { readKeepRules } from './backups/keep-rules.ts'
import { makeBackup } from './backups/make.ts'
import { demandFile, demandPlace } from './backups/named.ts'
import { AMONG_MEDIA, openPlace, refuseInside } from './backups/open-place.ts'
import { rememberBackup } from './backups/remember.ts'
import { kilobytes, tellChecks, tellMade } from './backups/tell.ts'
import { CommandError, defineCommand, type Terminal } from './command.ts'
import { interruptible } from './interruptible.ts'
import { filesToArchive, lackOf, nothingFound } from './local-files.ts'
import { createProgress } from './progress.ts'
import { withApp } from './tool.ts'

const NOT_PIPED =
  'A backup is a file that is read again before it gets its name, so it cannot be piped: name a FILE and send that, or give --to with a folder or bucket'

export const backupCommand = defineCommand({
  help: `Writes everything that the database holds into one archive, also while the server runs. The archive
fits both kinds of database. It holds the secrets of the server and of the people on it: keep it as
safe as the server. With --to each call makes a dated archive in a folder or bucket, and with --keep
it then removes those that are no longer needed: of 7d,4w,6m the newest of each of 7 days, 4 weeks
and 6 months stay; archives with --media and those without are counted apart. --check restores the
newest one of each of the two kinds into a scratch database and compares it.`,
  words: ['[FILE]'],
  options: {
    to: {
      type: 'string',
      value: 'PLACE',
      help: 'A folder, or s3://bucket/prefix?endpoint=… with AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
    },
    keep: {
      type: 'string',
      value: 'RULES',
      help: 'With --to: how many days, weeks, months, years',
    },
    check: {
      type: 'string',
      value: 'PLACE',
      help: 'Restore the newest archives there, and compare',
    },
    on: {
      type: 'string',
      value: 'sqlite',
      help: 'With --check: restore into a file, not PostgreSQL',
    },
    media: { type: 'boolean', help: 'With the uploads of local accounts' },
  },
  async run(terminal, [file], { to, keep, check, on, media = false }) {
    demandFile(file, NOT_PIPED)
    demandPlace('--to', to)
    demandPlace('--check', check)
    const asked = [file, to, check].filter((one) => one !== undefined)
    if (asked.length !== 1) {
      throw new CommandError('Give a FILE, --to with a place, or --check with a place', 2)
    }
    refuse(file === 'help', 'rookery backup --help explains it; for a file of that name say ./help')
    refuse(keep !== undefined && to === undefined, '--keep belongs to --to')
    refuse(on !== undefined && check === undefined, '--on belongs to --check')
    refuse(media && check !== undefined, '--media belongs to FILE and --to')
    refuse(on !== undefined && on !== 'sqlite', '--on can be sqlite only')
    const rules = keep === undefined ? null : readKeepRules(keep)
    await interruptible(terminal, (signal) =>
      withApp(terminal, async (app) => {
        if (file !== undefined)
          return writeFile(terminal, app, { file: resolve(file), media, signal })
        const open = () => openPlace(to ?? check!, app.config, terminal.env)
        const onProgress = createProgress(terminal)
        if (to === undefined) {
          const checking = { onSqlite: on === 'sqlite', onProgress, signal }
          return tellChecks(terminal, await checkBackups(app, open, checking))
        }
        const made = await makeBackup(app, open, { media, keep: rules, onProgress, signal })
        tellMade(terminal, made)
        if (!media) terminal.out(withoutMedia(app))
      }).catch((error) => {
        throw describeReadOnly(error)
      }),
    )
  },
})

interface OneFile {
  file: string
  media: boolean
  signal: AbortSignal
}

async function writeFile(terminal: Terminal, app: App, { file, media, signal }: OneFile) {
  try {
    await demandTarget(app, file)
  } catch (error) {
    throw describeRefusal(error, file)
  }
  const found = nothingFound()
  await backup(app.database, file, {
    onProgress: createProgress(terminal),
    signal,
    ...(media ? { files: (db) => filesToArchive(db, app, found) } : {}),
  }).catch((error) => {
    throw describeFailure(error, dirname(file))
  })
  const bytes = statSync(file).size
  const unknown = await rememberBackup(app, (tx) =>
    backupMarks.save(tx, 'made', { at: tx.now, name: file, bytes }),
  )
  terminal.out(`${file}: ${kilobytes(bytes)}`)
  if (unknown !== null) terminal.note(unknown)
  const lack = lackOf(found, app.config)
  if (lack !== null) terminal.note(lack)
  if (!media) terminal.out(withoutMedia(app))
}

/** @throws CommandError */
async function demandTarget({ config }: App, file: string): Promise<void> {
  if (!isFolder(dirname(file))) throw new CommandError(`There is no folder ${dirname(file)}`)
  if (isFolder(file)) throw new CommandError(`${file} is a folder: name a file in it, or use --to`)
  if (config.s3 === null) refuseInside(file, config.mediaStorage, AMONG_MEDIA)
  await demandReplaceable(file)
}

/** A folder that may not be entered cannot be looked at either; it is the archive that was to be written there. */
function describeRefusal(error: unknown, file: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code !== 'EACCES' || !/^l?stat$/.test(syscall ?? '')) return error
  return new CommandError(
    `${file} cannot be written: ${fileProblem(error, dirname(file), 'write')}`,
  )
}

/**
 * SQLite cannot read its file safely where it can make none beside it: without the lock of a -shm file a server that writes to
 * the same disk from elsewhere would change it meanwhile.
 */
function describeReadOnly(error: unknown): unknown {
  const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException
  if (!(error instanceof StartError) || code !== 'EROFS') return error
  return new CommandError(
    `${error.message}; to save the data as they are, copy the folder to another disk and make the backup with DATA_DIR there`,
  )
}

/**
 * An archive of before, or nothing: a database or a key that somebody named by mistake stays.
 * @throws CommandError
 */
async function demandReplaceable(file: string): Promise<void> {
  const found = lstatSync(file, { throwIfNoEntry: false })
  if (found === undefined) return
  // the file that it leads to would stay, and the link would be gone
  if (found.isSymbolicLink()) {
    throw new CommandError(
      `${file} is a symbolic link, through which no backup is written: nothing was written, name the file that it leads to, or another one`,
    )
  }
  if (found.isFile()) accessSync(file, constants.R_OK)
  if (found.isFile() && (found.size === 0 || (await isArchive(file)))) return
  throw new CommandError(
    `${file} is there and is no archive: nothing was written, name another file`,
  )
}

function refuse(isWrong: boolean, reason: string): void {
  if (isWrong) throw new CommandError(reason, 2)
}

const withoutMedia = ({ config }: App) =>
  `Not in it: the media files of ${describeMediaPlace(config)}`

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}
