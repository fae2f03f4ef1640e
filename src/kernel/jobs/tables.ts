import type { ColumnType } from 'kysely'
import type { Fixed, Json } from '../db/column-helpers.ts'

declare module '../db/schema.ts' {
  interface Schema {
    job: JobTable
  }
}

export interface JobTable {
  id: Fixed<string>
  kind: string
  unique_key: string | null
  payload: Json<Record<string, unknown>>
  run_at: number
  attempts: number
  locked_until: number | null
  /** set after the last try; shown and retried by the operator */
  parked_at: number | null
  last_error: string | null
  created_at: number
  /**
   * of a received activity that was never parked: its sender's registrable domain and its sender; otherwise null
   */
  from_domain: ColumnType<string | null, string | null | undefined, null>
  from_actor: ColumnType<string | null, string | null | undefined, null>
  /** of a received activity; otherwise null */
  bytes: ColumnType<number | null, number | null | undefined, never>
}
