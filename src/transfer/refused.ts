/** An archive that cannot be read, or must not be; the message is safe to show. */
export class ArchiveRefused extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = new.target.name
  }
}

/** More came out of an archive than it can honestly hold (A43, A63). */
export class ArchiveBomb extends ArchiveRefused {}
