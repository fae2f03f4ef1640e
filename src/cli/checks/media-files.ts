import { type Finding, fail, ok } from '../../features/health/finding.ts'
import { localKeys } from '../local-files.ts'
import type { DataCheck } from './data.ts'

/** maximum keys listed: enough to look for them in a backup */
const NAMED = 3

/** Checks that the files of local accounts, their statuses, local emoji and the server itself exist. */
export const checkMediaFiles: DataCheck = async ({ database, storage, place, progress }) => {
  if (storage === null) return []
  const missing: string[] = []
  let seen = 0
  for await (const key of localKeys(database.slowDb)) {
    const file = await storage.open(key)
    if (file === null) missing.push(key)
    await file?.close()
    progress(`${++seen} files looked for`)
  }
  if (missing.length === 0) return [ok(`All ${seen} files of local accounts are there`)]
  if (missing.length === seen) return [nowhere(seen, place)]
  const some = missing.slice(0, NAMED).join(', ')
  const more = missing.length > NAMED ? ', …' : ''
  const text = `${missing.length} of ${seen} files are missing: ${some}${more}`
  return [
    fail(
      text,
      'Copy them into MEDIA_STORAGE from a backup made with --media, or name their former place in MEDIA_STORAGE_OLD',
    ),
  ]
}

/** Another folder than that of the server is likelier than the loss of all. */
function nowhere(files: number, place: string): Finding {
  return fail(
    `None of the ${files} files that the database names is in ${place}`,
    'Set MEDIA_STORAGE as the server has it; if it is right, copy them there from a backup made with --media',
  )
}
