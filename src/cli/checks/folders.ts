import { randomUUID } from 'node:crypto'
import {
  accessSync,
  constants,
  type Dirent,
  existsSync,
  lstatSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { checkSpace } from '../../features/health/disk.ts'
import { type Finding, fail, ok, warn } from '../../features/health/finding.ts'
import type { Config } from '../../kernel/base/config.ts'
import { fileProblem, isOfRookery, rightsOfOther } from '../../kernel/base/file-problem.ts'
import { foreignFolder, thisUser } from '../../kernel/base/system-users.ts'
import { refuseRootFor } from '../../kernel/db/data-owner.ts'
import { missingFormer } from '../../kernel/storage/open-media.ts'
import type { Check } from './check.ts'
import { refusalOf } from './refusal.ts'

type FolderName = 'DATA_DIR' | 'MEDIA_STORAGE' | 'MEDIA_STORAGE_OLD'

/** Entries that are looked at: the folders of media fan out, and a fault of owners shows early. */
const MOST_ENTRIES = 20_000

/** Checks that the data directory, and the media folder if there is one, are writable and have space. */
export const checkFolders: Check = async (config) => {
  const folders = new Map<string, FolderName>([
    [config.dataDir, 'DATA_DIR'],
    ...(config.s3 === null ? [[config.mediaStorage, 'MEDIA_STORAGE'] as const] : []),
  ])
  return [
    ...[...folders].flatMap(([path, name]) =>
      isHiddenBelow(path, config.dataDir) ? [] : checkFolder(path, name),
    ),
    ...checkFormer(config),
    ...checkSpace(config),
  ]
}

function checkFolder(path: string, name: FolderName): Finding[] {
  if (isDeadLink(path)) {
    return [fail(`${name} ${path} is a link that leads nowhere`, 'Mend the link, or name a folder')]
  }
  if (!existsSync(path)) {
    const error = writeError(existing(dirname(path)))
    if (error === null) return [ok(`${name} ${path} will be made at the first start`)]
    const asRoot =
      adviceOnOther(path) ?? `Make it as root: install -d -o ${thisUser()} -m 700 ${path}`
    return [refused(`${name} ${path} cannot be made`, path, { error, rights: asRoot })]
  }
  // root may write everywhere, and what it makes there its server could not write
  const ofOther = refusalOf(() => refuseRootFor(path, name))
  const title = `${name} ${path} cannot be written`
  if (ofOther !== null) return [fail(`${title}: ${ofOther}`, adviceFor(path))]
  const error = writeError(path)
  if (error !== null) return [refused(title, path, { error, rights: adviceFor(path) })]
  return [checkInside(path, name) ?? ok(`${name} ${path} can be written`), ...checkMode(path, name)]
}

/** @param rights what to do where only rights are missing: another user may have them */
function refused(
  title: string,
  path: string,
  { error, rights }: { error: NodeJS.ErrnoException; rights: string },
): Finding {
  if (['EACCES', 'EPERM'].includes(error.code ?? '')) {
    return fail(`${title}: the user ${thisUser()} may not write there`, rights)
  }
  const [problem = '', advice = ''] = fileProblem(error, path, 'write').split(/; (.*)/s)
  return fail(`${title}: ${problem}`, capitalized(advice))
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function adviceOnOther(path: string): string | null {
  const rights = rightsOfOther(path)
  return rights === null ? null : capitalized(rights)
}

function adviceFor(path: string): string {
  const other = adviceOnOther(path)
  if (other !== null) return other
  return isOfRookery(path)
    ? `Run this as the user of the server, or make that its owner: chown -R USER ${path}`
    : 'Name a folder of its own, which the user of the server owns'
}

/** The folder above has a finding of its own, and nobody sees from here what is in it. */
function isHiddenBelow(path: string, dataDir: string): boolean {
  const foreign = foreignFolder(path)
  return path !== dataDir && foreign !== null && foreign.folder === dataDir
}

function checkFormer(config: Config): Finding[] {
  const { formerMedia } = config
  if (formerMedia === null || formerMedia.s3 !== null) return []
  const missing = missingFormer(config)
  const path = formerMedia.mediaStorage
  if (missing !== null) {
    return [fail(missing.problem, capitalized(missing.advice))]
  }
  if (path === config.dataDir || (config.s3 === null && path === config.mediaStorage)) return []
  return checkFolder(path, 'MEDIA_STORAGE_OLD')
}

function isDeadLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink() && !existsSync(path)
  } catch {
    return false // nothing is there, or it is below a file
  }
}

/** A restore or an import by root leaves files and folders that the server cannot write. */
function checkInside(path: string, name: FolderName): Finding | null {
  const [first, ...others] = unwritableIn(path)
  if (first === undefined) return null
  const more = others.length === 0 ? '' : ` and ${others.length} others in it`
  const text = `${name} ${path} can be written, but not ${first}${more}`
  const own = isOfRookery(path) ? `Run as root: chown -R ${thisUser()} ${path}` : adviceFor(path)
  return fail(text, own)
}

/** Folders, and the files beside the database, that this user may not write: files of media are never written again. */
function unwritableIn(root: string): string[] {
  const found: string[] = []
  let left = MOST_ENTRIES
  for (const folders = [root]; folders.length > 0 && left > 0; ) {
    const folder = folders.pop()!
    for (const entry of entriesIn(folder)) {
      if (left-- === 0) break
      const path = join(folder, entry.name)
      if (entry.isDirectory()) folders.push(path)
      const matters = entry.isDirectory() || (entry.isFile() && folder === root)
      if (matters && !isWritable(path)) found.push(path)
    }
  }
  return found
}

function entriesIn(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return [] // it is among those that cannot be written
  }
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' // gone meanwhile
  }
}

/** The folder itself or its nearest existing parent. */
function existing(path: string): string {
  return existsSync(path) ? path : existing(dirname(path))
}

function writeError(folder: string): NodeJS.ErrnoException | null {
  const file = join(folder, `.rookery-${randomUUID()}`)
  try {
    writeFileSync(file, '', { flag: 'wx' })
    rmSync(file)
    return null
  } catch (error) {
    return error as NodeJS.ErrnoException
  }
}

/** The data directory contains secrets and addresses. */
function checkMode(path: string, name: string): Finding[] {
  const open = name === 'DATA_DIR' && process.platform !== 'win32' && statSync(path).mode & 0o007
  if (!open) return []
  const advice = isOfRookery(path) ? `chmod 700 ${path}` : 'Name a folder of its own'
  return [warn(`${name} ${path} can be entered by every user of this machine`, advice)]
}
