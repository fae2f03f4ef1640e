import { Type } from '../../../kernel/http/schema.ts'
import { WEBHOOK_EVENTS } from '../../admin/webhooks/events.ts'
import {
  closed,
  count,
  flag,
  id,
  listOf,
  mapOf,
  nullable,
  oneOf,
  ref,
  text,
  time,
  url,
} from './kinds.ts'

const files = { files: count, bytes: count }

/** Entities for operators. */
export const adminOperationEntities = {
  'Admin::Job': closed({
    id,
    kind: text,
    state: oneOf('waiting', 'running', 'parked'),
    payload: mapOf(Type.Unknown()),
    run_at: time,
    attempts: count,
    last_error: nullable(text),
    created_at: time,
    parked_at: nullable(time),
  }),
  'Admin::JobSummary': closed({
    kinds: listOf(
      closed({
        kind: text,
        waiting: count,
        running: count,
        parked: count,
        oldest_due_at: nullable(time),
      }),
    ),
  }),
  'Admin::Retried': closed({ count }),
  'Admin::Delivery': closed({
    id,
    host: text,
    activity_id: id,
    activity_type: text,
    account: nullable(ref('Account')),
    state: oneOf('waiting', 'failed'),
    attempts: count,
    next_try_at: nullable(time),
    last_error: nullable(text),
    created_at: time,
  }),
  'Admin::DeliverySummary': closed({
    waiting: count,
    hosts: listOf(
      closed({
        host: text,
        state: oneOf('ok', 'failing', 'unavailable'),
        waiting: count,
        failing_since: nullable(time),
        next_try_at: nullable(time),
        last_error: nullable(text),
      }),
    ),
  }),
  'Admin::Relay': closed({
    id,
    inbox_url: url,
    state: oneOf('idle', 'pending', 'accepted', 'rejected'),
    created_at: time,
  }),
  'Admin::Webhook': closed({
    id,
    url,
    events: listOf(oneOf(...WEBHOOK_EVENTS)),
    enabled: flag,
    disabled_reason: nullable(text),
    secret: nullable(text),
    template: nullable(text),
    created_at: time,
    last_delivery: nullable(closed({ at: time, status: nullable(count), error: nullable(text) })),
  }),
  'Admin::Storage': closed({
    database_bytes: count,
    local_media: closed(files),
    cached_media: closed({ ...files, limit: count }),
    archives: closed(files),
    backups: Type.Null(),
    media_storage: text,
    free_bytes: nullable(count),
  }),
}
