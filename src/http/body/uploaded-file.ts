import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A file of a multipart body, on disk until the response has been sent. To keep it, copy it or move
 * it elsewhere before. A class, so that no JSON body can pass for one and name a path of its own.
 */
export class UploadedFile {
  readonly path = join(tmpdir(), `rookery-upload-${process.pid}-${randomUUID()}`)
  /** as the client called it: never a path to write to */
  readonly filename: string
  /** as the client claims */
  readonly mimetype: string
  /** bytes */
  size = 0

  constructor(filename: string, mimetype: string) {
    this.filename = filename
    this.mimetype = mimetype
  }

  /** Removes it if it is still there. */
  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.path, { force: true })
  }
}
