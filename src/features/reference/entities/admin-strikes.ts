import { closed, id, listOf, nullable, oneOf, ref, text, time } from './kinds.ts'

export const WARNING_ACTIONS = [
  'none',
  'disable',
  'mark_statuses_as_sensitive',
  'delete_statuses',
  'sensitive',
  'silence',
  'suspend',
] as const

const state = oneOf('pending', 'approved', 'rejected')

/** Moderation decisions and appeals. */
export const strikeEntities = {
  Appeal: closed({ text, state }),
  'Admin::Strike': closed({
    id,
    action: oneOf(...WARNING_ACTIONS),
    text,
    created_at: time,
    account: nullable(ref('Account')),
    target_account: ref('Account'),
    report_id: nullable(id),
    status_ids: nullable(listOf(id)),
    overruled_at: nullable(time),
    appeal: nullable(ref('Appeal')),
  }),
  'Admin::Appeal': closed({
    id,
    text,
    state,
    created_at: time,
    account: ref('Account'),
    decided_by: nullable(ref('Account')),
    decided_at: nullable(time),
    strike: ref('Admin::Strike'),
  }),
  'Admin::WarningPreset': closed({ id, title: text, text }),
}
