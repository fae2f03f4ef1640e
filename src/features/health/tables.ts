declare module '../../kernel/db/schema.ts' {
  interface Schema {
    health_sample: HealthSampleTable
  }
}

/** Figures of the server at an hour; none of them names anybody. */
export interface HealthSampleTable {
  /** begin of the hour, ms since 1970 */
  at: number
  database_bytes: number
  /** once a day */
  media_bytes: number | null
  /** of the disk of DATA_DIR */
  free_bytes: number | null
  jobs_waiting: number
  jobs_parked: number
  deliveries_waiting: number
  hosts_silent: number
  /** of the process that does the jobs; it counts the rest from then on */
  started_at: number
  requests: number
  errors: number
  stalls: number
}
