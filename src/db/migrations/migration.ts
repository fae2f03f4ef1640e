import type { Kysely } from 'kysely'

/** Only forward, and never edited once released. */
export interface Migration {
  name: string
  up(db: Kysely<unknown>): Promise<void>
}
