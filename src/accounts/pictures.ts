import type { App } from '../app.ts'
import type { UploadedFile } from '../http/body/uploaded-file.ts'
import type { JobHandlers } from '../jobs/handlers.ts'
import { decodeDataUri } from '../processing/base64.ts'
import type { Crop } from '../processing/crop.ts'
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

/** A part of a picture that was prepared here before. */
export interface CutPicture {
  prepared: Uint8Array
  crop: Crop
}

/** A picture as it is sent: a file or a base64 data URI (S-346); null asks for the default one. */
export type SentPicture = UploadedFile | string | CutPicture | null

export type PictureKind = 'avatar' | 'header'

export const PICTURE_FOLDERS = { avatar: 'avatars', header: 'headers' } as const
const PROCESS = { avatar: processAvatar, header: processHeader } as const

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
  kind: PictureKind,
  sent: SentPicture,
  stored: string[],
): Promise<PictureKeys | undefined> {
  if (sent === null) return { key: null, staticKey: null }
  if (sent === '') return undefined
  const { original, still } = await processed(kind, sent)
  const store = async ({ data, extension }: ProcessedFile) => {
    const key = newKey(PICTURE_FOLDERS[kind], extension)
    await app.storage.put(key, data)
    stored.push(key)
    return key
  }
  const key = await store(original)
  return { key, staticKey: still === null ? key : await store(still) }
}

function processed(kind: PictureKind, sent: UploadedFile | string | CutPicture) {
  const process = PROCESS[kind]
  return takenOrRefused(kind, () => {
    if (typeof sent === 'string') return process(bytesOf(sent))
    return 'prepared' in sent ? process(sent.prepared, sent.crop) : process(sent)
  })
}

/** @throws InvalidFields in place of MediaRejected */
export async function takenOrRefused<T>(kind: PictureKind, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
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

/** Removes files that no row names any more, once the transaction is committed. @param runAt not before */
export function forgetFiles(tx: Tx, keys: readonly string[], runAt: number = tx.now): void {
  if (keys.length > 0) tx.enqueue({ kind: FORGET, payload: { keys: [...new Set(keys)] }, runAt })
}

export const jobs: JobHandlers = {
  [FORGET]: {
    async run(app, payload) {
      for (const key of payload.keys as string[]) await app.storage.remove(key)
    },
  },
}
