import { Type } from '../../../kernel/http/schema.ts'
import {
  closed,
  count,
  flag,
  id,
  listOf,
  nullable,
  oneOf,
  optional,
  ref,
  text,
  time,
  visibility,
} from './kinds.ts'

const rule = closed({ id, name: text })
const mode = oneOf('shadow', 'live')
const action = oneOf('reject', 'limit', 'mark_sensitive', 'hold', 'report')

/** Entities of the automatic rules. */
export const adminAutomodEntities = {
  'Admin::AutomodRule': closed({
    id,
    name: text,
    enabled: flag,
    mode,
    applies_to: oneOf('statuses', 'accounts'),
    origin: oneOf('any', 'local', 'remote'),
    match: oneOf('all', 'any'),
    conditions: listOf(closed({ field: text, operator: text, value: Type.Unknown() })),
    action,
    priority: Type.Integer(),
    matches_count: count,
    last_matched_at: nullable(time),
    created_at: time,
    updated_at: time,
  }),
  'Admin::AutomodDryRun': closed({
    checked: count,
    matched: count,
    complete: flag,
    samples: listOf(closed({ status: optional(ref('Status')), account: ref('Account') })),
  }),
  'Admin::AutomodMatch': closed({
    id,
    rule,
    mode,
    action,
    account: nullable(ref('Account')),
    label: text,
    status_id: nullable(id),
    explanation: listOf(text),
    created_at: time,
  }),
  'Admin::HeldItem': closed({
    id,
    kind: oneOf('status', 'account'),
    rule,
    account: ref('Account'),
    status: optional(ref('Status')),
    visibility: optional(visibility),
    text,
    explanation: listOf(text),
    created_at: time,
  }),
}
