import type { App } from '../../kernel/core/app.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { UploadedFile } from '../../kernel/http/body/uploaded-file.ts'
import type { JobHandlers } from '../../kernel/jobs/handlers.ts'
import { decodeDataUri } from '../../kernel/processing/base64.ts'
import type { Crop } from '../../kernel/processing/crop.ts'
import { mediaLimits } from '../../kernel/processing/limits.ts'
import type { ProcessedFile } from '../../kernel/processing/picture.ts'
import { processAvatar, processHeader } from '../../kernel/processing/profile-images.ts'
import { MediaRejected } from '../../kernel/processing/rejected.ts'
import { newKey } from '../../kernel/storage/keys.ts'
import { InvalidFields, problemOf } from './field-errors.ts'

/** Storage keys of a picture; null stands for the default picture. */
export interface PictureKeys {
  key: string | null
  /** of its first frame; the same key if it is not animated */
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

/** A crop of a picture that was prepared here before. */
export interface CutPicture {
  prepared: Uint8Array
  crop: Crop
}

/** A picture in a request: a file or a base64 data URI (S-346); null means the default picture. */
export type SentPicture = UploadedFile | string | CutPicture | null

export type PictureKind = 'avatar' | 'header'

export const PICTURE_FOLDERS = { avatar: 'avatars', header: 'headers' } as const
const PROCESS = { avatar: processAvatar, header: processHeader } as const

/**
 * Converts a sent picture to a profile picture and stores its files, before the transaction that
 * names them.
 *
 * @param stored receives the key of each stored file, also if a later one fails
 * @returns undefined for blank text, which changes nothing
 * @throws InvalidFields if it is not acceptable
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
    const reason = error.reason.replaceAll('-', ' ')
    const problem = problemOf('ERR_INVALID', 'cannot be taken: {reason}', { reason })
    throw new InvalidFields({ [kind]: [problem] }, { cause: error })
  }
}

function bytesOf(uri: string): Uint8Array {
  const decoded = decodeDataUri(uri, mediaLimits.profileImageBytes)
  if (decoded === null) throw new MediaRejected('bad-data-uri')
  return decoded.data
}

const FORGET = 'accounts.remove_files'

/** Enqueues the removal of files that no row names after the commit. @param runAt earliest time */
export function forgetFiles(tx: Tx, keys: readonly string[], runAt: number = tx.now): void {
  if (keys.length > 0) tx.enqueue({ kind: FORGET, payload: { keys: [...new Set(keys)] }, runAt })
}

export const jobs: JobHandlers = {
  [FORGET]: {
    async run(app, payload) {
      await app.storage.remove(payload.keys as string[])
    },
  },
}
