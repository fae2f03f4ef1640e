import { Type } from '../../../kernel/http/schema.ts'
import { closed, flag, id, listOf, nullable, oneOf, text, time } from './kinds.ts'

const digits = Type.String({ pattern: '^\\d+$' })

/** Blocks of sign-ups and of IP addresses. */
export const adminBlockEntities = {
  'Admin::EmailDomainBlock': closed({
    id,
    domain: text,
    created_at: time,
    history: listOf(closed({ day: digits, accounts: digits, uses: digits })),
    allow_with_approval: flag,
  }),
  'Admin::CanonicalEmailBlock': closed({ id, canonical_email_hash: text }),
  'Admin::IpBlock': closed({
    id,
    ip: text,
    severity: oneOf('sign_up_requires_approval', 'sign_up_block', 'no_access'),
    comment: text,
    created_at: time,
    expires_at: nullable(time),
  }),
  'Admin::UsernameBlock': closed({
    id,
    username: text,
    comparison: oneOf('equals', 'contains'),
    allow_with_approval: flag,
    created_at: time,
  }),
}
