import type { ColumnType } from 'kysely'
import type { Fixed } from '../db/column-helpers.ts'

declare module '../db/schema.ts' {
  interface Schema {
    delivery: DeliveryTable
    outgoing_activity: OutgoingActivityTable
    peer_host: PeerHostTable
    tombstone: TombstoneTable
  }
}

/** An object or activity that was deleted or undone, perhaps before it arrived. */
export interface TombstoneTable {
  uri: Fixed<string>
  /** the actor that deleted it: valid only for its own objects */
  actor_uri: string
  created_at: number
  /** registrable domain of another server; null: of a local actor */
  from_domain: string | null
  /** in the order in which those of the domain came */
  place: number | null
}

/** Delivery state of another server. */
export interface PeerHostTable {
  /** with its port, unless that is the scheme's default */
  host: Fixed<string>
  /** unanswered requests in a row; 0 while the server answers */
  failures: ColumnType<number, number | undefined, number>
  failing_since: ColumnType<number | null, number | null | undefined, number | null>
  /** no delivery before then: the server fails, or asked us to wait */
  next_try_at: ColumnType<number | null, number | null | undefined, number | null>
  last_success_at: ColumnType<number | null, number | null | undefined, number | null>
  /** it refused a draft-cavage signature and accepted one by RFC 9421 */
  prefers_rfc9421: ColumnType<boolean, boolean | undefined, boolean>
  /** when the next delivery is due; null: none waits */
  due_at: ColumnType<number | null, number | null | undefined, number | null>
  /** end of the lease of the process that delivers to it */
  locked_until: ColumnType<number | null, number | null | undefined, number | null>
  /** the process with that lease; null: nobody, or a version before this column */
  locked_by: ColumnType<string | null, string | null | undefined, string | null>
}

/** An outgoing activity, stored once for all its recipients. */
export interface OutgoingActivityTable {
  id: Fixed<string>
  /** null: the instance actor */
  sender_id: string | null
  /** its status, for the delivery report; not a reference, as the status may be deleted */
  status_id: string | null
  /** as in `Create` */
  type: string
  /** JSON */
  body: string
  /** the request carries the header of followers synchronisation (FEP-8fcf) */
  synchronize: boolean
  /** also sent to servers that we no longer federate with */
  despite_block: ColumnType<boolean, boolean | undefined, boolean>
  created_at: number
}

export interface DeliveryTable {
  id: Fixed<string>
  activity_id: Fixed<string>
  host: Fixed<string>
  inbox_uri: Fixed<string>
  state: 'waiting' | 'accepted' | 'failed'
  /** finished tries, with or without a response */
  attempts: number
  /** tries since the last written outcome: more than 0 during a try, or after a crash */
  begun: ColumnType<number, number | undefined, number>
  /** not sent before then, nor before the pause of its host ends */
  next_at: number
  /** HTTP status of the last response */
  last_status: number | null
  last_error: string | null
  updated_at: number
}
