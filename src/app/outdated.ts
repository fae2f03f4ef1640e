import { Unreachable } from '../kernel/base/errors.ts'
import type { Db } from '../kernel/db/database.ts'
import { appliedMigrations, refuseUnknown } from '../kernel/db/migrate.ts'
import { StartError } from '../kernel/db/start-error.ts'

/** Keeps this process from writing into a schema that a newer version has changed. */
export interface VersionGuard {
  /** looks whether that has happened; failures to read are left to the next look */
  look(): Promise<void>
  /** @throws Unreachable once it has happened */
  refuseIfOutdated(): void
}

/** @param onOutdated called once, with the reason: the process must end */
export function createVersionGuard(db: Db, onOutdated: (reason: string) => void): VersionGuard {
  let isOutdated = false
  return {
    async look() {
      const applied = await appliedMigrations(db).catch(() => null)
      if (applied === null || isOutdated) return
      try {
        refuseUnknown(applied)
      } catch (error) {
        if (!(error instanceof StartError)) throw error
        isOutdated = true
        onOutdated(error.message)
      }
    },
    refuseIfOutdated() {
      if (isOutdated) throw new Unreachable('The server is being updated; please try again')
    },
  }
}
