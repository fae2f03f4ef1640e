import { StorageFull } from '../base/errors.ts'
import { fileProblem } from '../base/file-problem.ts'
import { StartError } from '../db/start-error.ts'

/** The variables that name a place of media files. */
export type MediaSetting = 'MEDIA_STORAGE' | 'MEDIA_STORAGE_OLD'

/** Why a server or command cannot start with this folder of media files, as one line. */
export function cannotUse(folder: string, setting: MediaSetting, cause: unknown): Error {
  if (cause instanceof StorageFull || cause instanceof StartError) return cause
  const problem = fileProblem(cause, folder, 'write')
  const { path = folder } = cause as NodeJS.ErrnoException
  const inside = path === folder ? '' : `${path}: `
  const text = `The folder ${folder} (${setting}) cannot be used: ${inside}${problem}`
  return new StartError(text, { cause })
}
