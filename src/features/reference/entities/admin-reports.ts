import { closed, flag, id, listOf, nullable, oneOf, ref, text, time } from './kinds.ts'

/** Reports (S-211) and the staff's notes on them. */
export const adminReportEntities = {
  'Admin::Report': closed({
    id,
    action_taken: flag,
    action_taken_at: nullable(time),
    category: oneOf('spam', 'legal', 'violation', 'other'),
    comment: text,
    forwarded: flag,
    created_at: time,
    updated_at: time,
    account: ref('Admin::Account'),
    target_account: ref('Admin::Account'),
    assigned_account: nullable(ref('Admin::Account')),
    action_taken_by_account: nullable(ref('Admin::Account')),
    statuses: listOf(ref('Status')),
    // Rookery's own: ids of the deleted statuses
    deleted_status_ids: listOf(id),
    // Rookery's own
    collections: listOf(ref('Collection')),
    rules: listOf(ref('Rule')),
  }),
  'Admin::Note': closed({ id, content: text, account: nullable(ref('Account')), created_at: time }),
}
