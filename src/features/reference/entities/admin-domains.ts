import { closed, count, flag, id, listOf, nullable, oneOf, ref, text, time, url } from './kinds.ts'

const severity = oneOf('noop', 'silence', 'suspend')
const importFields = {
  id,
  name: text,
  source: oneOf('file', 'subscription'),
  created_at: time,
  state: oneOf('dry_run', 'applied', 'retracted'),
  total: count,
}

/** Staff decisions about other servers. */
export const adminDomainEntities = {
  /** S-134 */
  'Admin::DomainBlock': closed({
    id,
    domain: text,
    digest: text,
    created_at: time,
    severity,
    reject_media: flag,
    reject_reports: flag,
    private_comment: nullable(text),
    public_comment: nullable(text),
    obfuscate: flag,
  }),
  /** S-135 */
  'Admin::DomainAllow': closed({ id, domain: text, created_at: time }),
  'Admin::Instance': closed({
    domain: text,
    software: nullable(text),
    version: nullable(text),
    accounts_count: count,
    first_seen_at: nullable(time),
    last_seen_at: nullable(time),
    domain_block: nullable(ref('Admin::DomainBlock')),
    domain_allow: nullable(ref('Admin::DomainAllow')),
    availability: closed({
      state: oneOf('ok', 'failing', 'unavailable'),
      failing_since: nullable(time),
      last_error: nullable(text),
      waiting_deliveries: count,
    }),
  }),
  'Admin::BlockImport': closed(importFields),
  'Admin::BlockImportDetails': closed({
    ...importFields,
    created: listOf(
      closed({ domain: text, severity, followers_lost: count, following_lost: count }),
    ),
    changed: listOf(
      closed({
        domain: text,
        from: severity,
        to: severity,
        followers_lost: count,
        following_lost: count,
      }),
    ),
    skipped: listOf(closed({ domain: text, reason: text })),
    errors: listOf(closed({ line: count, text, error: text })),
  }),
  'Admin::BlockSubscription': closed({
    id,
    url,
    name: text,
    severity_limit: oneOf('silence', 'suspend', 'as_given'),
    retract_on_removal: flag,
    enabled: flag,
    last_checked_at: nullable(time),
    last_error: nullable(text),
    last_import_id: nullable(id),
    blocks_count: count,
  }),
}
