import { UploadedFile } from '../../kernel/http/body/uploaded-file.ts'
import { decodeDataUri } from '../../kernel/processing/base64.ts'
import type { MediaInput } from '../../kernel/processing/input.ts'
import { MediaRejected } from '../../kernel/processing/rejected.ts'

/**
 * The bytes of an upload: a part of a multipart body, or a base64 data URI (S-346).
 * @throws MediaRejected if it is neither
 */
export function inputOf(upload: UploadedFile | string): MediaInput {
  if (upload instanceof UploadedFile) return { path: upload.path }
  const decoded = decodeDataUri(upload)
  if (decoded === null) throw new MediaRejected('bad-data-uri')
  return decoded.data
}
