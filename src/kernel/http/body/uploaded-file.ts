import { randomUUID } from 'node:crypto'
import { lstat, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HOUR } from '../../base/durations.ts'

/** as `path` makes it */
const NAME = /^rookery-upload-\d+-[0-9a-f-]{36}$/
/** ms; longer than any request takes */
const LIFETIME = HOUR

/**
 * A file of a multipart body, on disk until the response has been sent. To keep it, copy or move it before.
 * It is a class, so that no JSON body can imitate it with a path of its own.
 */
export class UploadedFile {
  readonly path = join(tmpdir(), `rookery-upload-${process.pid}-${randomUUID()}`)
  /** the client's file name: never a path to write to */
  readonly filename: string
  /** the client's content type */
  readonly mimetype: string
  /** bytes */
  size = 0

  constructor(filename: string, mimetype: string) {
    this.filename = filename
    this.mimetype = mimetype
  }

  /** Removes the file if it still exists. */
  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.path, { force: true })
  }
}

/**
 * Removes files that stayed because their process was killed, in the folder for temporary files of this process. Others
 * may write to that folder: theirs stay.
 */
export async function sweepUploadedFiles(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!NAME.test(name)) continue
    const path = join(tmpdir(), name)
    const found = await lstat(path).catch(() => null)
    const isOld = found?.isFile() === true && found.mtimeMs < Date.now() - LIFETIME
    if (isOld) await rm(path, { force: true }).catch(() => {})
  }
}
