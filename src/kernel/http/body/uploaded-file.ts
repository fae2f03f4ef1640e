import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

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
