/** Why the server or a command cannot start: the message is the one line that the operator reads. */
export class StartError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = new.target.name
  }
}

/** The database was written by a newer version than this one. */
export class SchemaTooNew extends StartError {
  constructor(migration: string) {
    super(
      `The database was written by a newer version of Rookery (it knows the migration ${migration}); start that version or a newer one`,
    )
  }
}
