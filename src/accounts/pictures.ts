import type { App } from '../app.ts'
import type { UploadedFile } from '../http/body/uploaded-file.ts'
import type { JobHandlers } from '../jobs/handlers.ts'
import { decodeDataUri } from '../processing/base64.ts'
import { mediaLimits } from '../processing/limits.ts'
import type { ProcessedFile } from '../processing/picture.ts'
import { processAvatar, processHeader } from '../processing/profile-images.ts'
import { MediaRejected } from '../processing/rejected.ts'
import { newKey } from '../storage/keys.ts'
import type { Tx } from '../transact.ts'
import { InvalidFields } from './field-errors.ts'

/** Where the files of a picture are stored; null stands for the default picture. */
export interface PictureKeys {
  key: string | null
  /** of its first frame, the same key where it does not move */
  staticKey: string | null
}

/** Columns of an account without pictures of its own. */
export const NO_PICTURES = {
  avatar_key: null,
  avatar_static_key: null,
  avatar_description: '',
  header_key: null,
  header_static_key: null,
  header_description: '',
} as const

/** A picture as it is sent: a file or a base64 data URI (S-346); null asks for the default one. */
export type SentPicture = UploadedFile | string | null

const KINDS = {
  avatar: { process: processAvatar, storage: 'avatars' },
  header: { process: processHeader, storage: 'headers' },
} as const

/**
 * Makes a profile picture of what was sent and stores its files, before the transaction that names
 * them.
 *
 * @param stored gets the key of each file that was stored, also if a later one fails
 * @returns undefined for blank text, which changes nothing
 * @throws InvalidFields if it cannot be taken
 */
export async function storePicture(
  app: Pick<App, 'storage'>,
  kind: keyof typeof KINDS,
  sent: SentPicture,
  stored: string[],
): Promise<PictureKeys | undefined> {
  if (sent === null) return { key: null, staticKey: null }
  if (sent === '') return undefined
  const { original, still } = await processed(kind, sent)
  const store = async ({ data, extension }: ProcessedFile) => {
    const key = newKey(KINDS[kind].storage, extension)
    await app.storage.put(key, data)
    stored.push(key)
    return key
  }
  const key = await store(original)
  return { key, staticKey: still === null ? key : await store(still) }
}

async function processed(kind: keyof typeof KINDS, sent: UploadedFile | string) {
  try {
    return await KINDS[kind].process(typeof sent === 'string' ? bytesOf(sent) : sent)
  } catch (error) {
    if (!(error instanceof MediaRejected)) throw error
    const description = `cannot be taken: ${error.reason.replaceAll('-', ' ')}`
    throw new InvalidFields({ [kind]: [{ error: 'ERR_INVALID', description }] }, { cause: error })
  }
}

function bytesOf(uri: string): Uint8Array {
  const decoded = decodeDataUri(uri, mediaLimits.profileImageBytes)
  if (decoded === null) throw new MediaRejected('bad-data-uri')
  return decoded.data
}

const FORGET = 'accounts.remove_files'

/** Removes files that no row names any more, once the transaction is committed. */
export function forgetFiles(tx: Tx, keys: readonly string[]): void {
  if (keys.length > 0) tx.enqueue({ kind: FORGET, payload: { keys: [...new Set(keys)] } })
}

export const jobs: JobHandlers = {
  [FORGET]: {
    async run(app, payload) {
      for (const key of payload.keys as string[]) await app.storage.remove(key)
    },
  },
}
