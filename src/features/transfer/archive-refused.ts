/** An unreadable or forbidden archive; the message is safe to show. */
export class ArchiveRefused extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = new.target.name
  }
}

/** An archive unpacks to more than a legitimate one can (A43, A63). */
export class ArchiveBomb extends ArchiveRefused {}
