import type { Section } from './section.ts'

const EMAIL_DOMAINS = '/api/v1/admin/email_domain_blocks'
const EMAILS = '/api/v1/admin/canonical_email_blocks'
const ADDRESSES = '/api/v1/admin/ip_blocks'
const NAMES = '/api/rookery/v1/admin/username_blocks'

export const adminBlocks: Section = {
  name: 'admin-blocks',
  title: 'Admin: who may sign up',
  about:
    'Providers, addresses, networks and names that nobody may sign up with. For roles that manage blocks.',
  operations: {
    [`GET ${EMAIL_DOMAINS}`]: [
      'Blocks of e-mail domains, with who tried all the same',
      'Admin::EmailDomainBlock[]',
    ],
    [`POST ${EMAIL_DOMAINS}`]: ['Block an e-mail domain', 'Admin::EmailDomainBlock'],
    [`GET ${EMAIL_DOMAINS}/:id`]: ['A block of an e-mail domain', 'Admin::EmailDomainBlock'],
    [`DELETE ${EMAIL_DOMAINS}/:id`]: ['End a block of an e-mail domain', '{}'],
    [`GET ${EMAILS}`]: ['Blocks of e-mail addresses', 'Admin::CanonicalEmailBlock[]'],
    [`POST ${EMAILS}`]: [
      'Block an e-mail address, however it is spelled',
      'Admin::CanonicalEmailBlock',
    ],
    [`POST ${EMAILS}/test`]: [
      'Whether an e-mail address is blocked',
      'Admin::CanonicalEmailBlock[]',
    ],
    [`GET ${EMAILS}/:id`]: ['A block of an e-mail address', 'Admin::CanonicalEmailBlock'],
    [`DELETE ${EMAILS}/:id`]: ['End a block of an e-mail address', '{}'],
    [`GET ${ADDRESSES}`]: ['Blocks of networks', 'Admin::IpBlock[]'],
    [`POST ${ADDRESSES}`]: ['Block a network', 'Admin::IpBlock'],
    [`GET ${ADDRESSES}/:id`]: ['A block of a network', 'Admin::IpBlock'],
    [`PUT ${ADDRESSES}/:id`]: ['Change a block of a network', 'Admin::IpBlock'],
    [`DELETE ${ADDRESSES}/:id`]: ['End a block of a network', '{}'],
    [`GET ${NAMES}`]: ['Names that nobody may take', 'Admin::UsernameBlock[]'],
    [`POST ${NAMES}`]: ['Keep a name from being taken', 'Admin::UsernameBlock'],
    [`DELETE ${NAMES}/:id`]: ['Let a name be taken again', '{}'],
  },
}
