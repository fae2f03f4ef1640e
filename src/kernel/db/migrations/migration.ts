import type { Kysely } from 'kysely'

/** Migrations only go forward, and are never edited once released. */
export interface Migration {
  name: string
  up(db: Kysely<unknown>): Promise<void>
}
