import { ReadOnly, StorageFull } from '../base/errors.ts'

/** Why the server or a command cannot start; the one-line message is printed for the operator. */
export class StartError extends Error {
  /** another start does no better until somebody changes what the environment says, or what it points to */
  readonly isSetting: boolean

  constructor(
    message: string,
    { isSetting = false, ...options }: { cause?: unknown; isSetting?: boolean } = {},
  ) {
    super(message, options)
    this.name = new.target.name
    this.isSetting = isSetting
  }
}

/** The database was written by a newer version. */
export class SchemaTooNew extends StartError {
  constructor(migration: string) {
    super(
      `The database was written by a newer version of Rookery (it knows the migration ${migration}); start that version or a newer one`,
      { isSetting: true },
    )
  }
}

/** A move of a database ended before all rows were there. */
export class UnfinishedMove extends StartError {
  constructor() {
    super(
      'A move into this database is not finished: run the same "rookery move-database" again, or start with the database that it came from',
      { isSetting: true },
    )
  }
}

/** A restore ended before its rows were there. */
export class UnfinishedRestore extends StartError {
  constructor() {
    super(
      'A restore into this database is not finished: run the same "rookery restore" again; to begin anew instead, remove the database and with it what was restored',
      { isSetting: true },
    )
  }
}

/** An update of the schema did not go through. Nothing of it was kept, on either database. */
export class MigrationFailed extends StartError {
  constructor(migration: string, cause: unknown) {
    const message = cause instanceof Error ? cause.message.split('\n', 1)[0] : String(cause)
    const reason = isForRoom(cause) ? fullness(cause) : message
    const advice = isForRoom(cause)
      ? `${cause instanceof ReadOnly ? 'do that' : 'make room'} and start again`
      : 'start the version before, which still runs on it, and report this line'
    super(
      `The database was not updated and is as it was: ${migration} failed: ${reason}; ${advice}`,
      {
        cause,
      },
    )
  }
}

const fullness = (cause: unknown) => (cause instanceof ReadOnly ? cause.reason : 'its disk is full')

const isForRoom = (cause: unknown) => cause instanceof StorageFull
