import { closed, count, flag, id, listOf, nullable, optional, ref, text, time } from './kinds.ts'

/** People as the staff sees them; what is of users is null for accounts of other servers (S-202). */
export const adminAccountEntities = {
  'Admin::Account': closed({
    id,
    username: text,
    domain: nullable(text),
    created_at: time,
    email: nullable(text),
    ip: nullable(text),
    confirmed: nullable(flag),
    suspended: flag,
    silenced: flag,
    sensitized: flag,
    disabled: nullable(flag),
    approved: nullable(flag),
    locale: nullable(text),
    invite_request: nullable(text),
    created_by_application_id: optional(id),
    invited_by_account_id: optional(id),
    ips: nullable(listOf(ref('Admin::Ip'))),
    role: nullable(ref('Role')),
    account: ref('Account'),
  }),
  'Admin::Ip': closed({ ip: text, used_at: time }),
  'Admin::Note': closed({ id, content: text, account: nullable(ref('Account')), created_at: time }),
  'Admin::AccountStatus': closed({ status: ref('Status'), deleted_at: nullable(time) }),
  'Admin::SignUpDecisions': closed({ accepted: listOf(id), refused: listOf(id) }),
  // null: the caller's role may not see it
  'Admin::Overview': closed({
    pending_users: nullable(count),
    open_reports: nullable(count),
    pending_appeals: nullable(count),
    pending_tags: nullable(count),
    pending_links: nullable(count),
    pending_statuses: nullable(count),
    held_items: nullable(count),
    parked_jobs: nullable(count),
    undelivered_hosts: nullable(count),
  }),
}
