export type JobState = 'waiting' | 'running' | 'parked'

/** A background job. */
export interface Job {
  id: string
  kind: string
  state: JobState
  /** without what is private */
  payload: Record<string, unknown>
  run_at: string
  attempts: number
  last_error: string | null
  created_at: string
  parked_at: string | null
}

export interface JobKind {
  kind: string
  waiting: number
  running: number
  parked: number
  oldest_due_at: string | null
}

export interface Relay {
  id: string
  inbox_url: string
  state: 'idle' | 'pending' | 'accepted' | 'rejected'
  created_at: string
}

export interface Webhook {
  id: string
  url: string
  events: string[]
  enabled: boolean
  /** why the server turned it off */
  disabled_reason: string | null
  /** only in the answer to what made it */
  secret: string | null
  template: string | null
  created_at: string
  last_delivery: { at: string; status: number | null; error: string | null } | null
}

interface Files {
  files: number
  bytes: number
}

export interface StorageUse {
  database_bytes: number
  local_media: Files
  cached_media: Files & { limit: number }
  archives: Files
  media_storage: string
  /** null where what holds the files does not tell */
  free_bytes: number | null
}
