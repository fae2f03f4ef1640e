import type { Section } from './section.ts'

const OWN = '/api/rookery/v1/admin'

export const adminDomains: Section = {
  name: 'admin-domains',
  title: 'Admin: other servers',
  about:
    'Whom this server speaks with: blocks and allows of domains, how other servers can be reached, and lists of ' +
    'blocks that are imported or followed. For roles that manage federation.',
  operations: {
    'GET /api/v1/admin/domain_blocks': ['Blocks of domains, newest first', 'Admin::DomainBlock[]'],
    'POST /api/v1/admin/domain_blocks': ['Block a domain', 'Admin::DomainBlock'],
    'GET /api/v1/admin/domain_blocks/:id': ['A block of a domain', 'Admin::DomainBlock'],
    'PUT /api/v1/admin/domain_blocks/:id': ['Change a block of a domain', 'Admin::DomainBlock'],
    'DELETE /api/v1/admin/domain_blocks/:id': ['End a block of a domain', '{}'],
    'GET /api/v1/admin/domain_allows': [
      'Domains that take part in limited federation',
      'Admin::DomainAllow[]',
    ],
    'POST /api/v1/admin/domain_allows': ['Let a domain take part', 'Admin::DomainAllow'],
    'GET /api/v1/admin/domain_allows/:id': ['A domain that takes part', 'Admin::DomainAllow'],
    'DELETE /api/v1/admin/domain_allows/:id': ['Let a domain take part no longer', '{}'],
    [`GET ${OWN}/instances`]: ['Servers that are known, by domain', 'Admin::Instance[]'],
    [`GET ${OWN}/instances/:domain`]: ['What is known of a server', 'Admin::Instance'],
    [`POST ${OWN}/instances/:domain/restart_deliveries`]: [
      'Try at once to send what waits for a server',
      'Admin::Instance',
    ],
    [`POST ${OWN}/instances/:domain/stop_deliveries`]: [
      'Drop what waits for a server',
      'Admin::Instance',
    ],
    [`POST ${OWN}/instances/:domain/purge`]: [
      'Remove the accounts of a server with all that they did here',
      '{}',
    ],
    [`GET ${OWN}/domain_blocks/export.csv`]: ['As a file, blocks of domains', 'csv'],
    [`GET ${OWN}/domain_allows/export.csv`]: ['As a file, domains that take part', 'csv'],
    [`GET ${OWN}/domain_block_imports`]: [
      'Files and lists of blocks that came, newest first',
      'Admin::BlockImport[]',
    ],
    [`POST ${OWN}/domain_block_imports`]: [
      'See what a file of blocks would do; with `dry_run=false`, apply it',
      'Admin::BlockImportDetails',
    ],
    [`GET ${OWN}/domain_block_imports/:id`]: [
      'An import, with what each of its rows came to',
      'Admin::BlockImportDetails',
    ],
    [`POST ${OWN}/domain_block_imports/:id/apply`]: [
      'Do what a dry run said',
      'Admin::BlockImportDetails',
    ],
    [`POST ${OWN}/domain_block_imports/:id/retract`]: [
      'Take back what an import did, and nothing else',
      'Admin::BlockImportDetails',
    ],
    [`GET ${OWN}/block_subscriptions`]: [
      'Lists of blocks that are followed',
      'Admin::BlockSubscription[]',
    ],
    [`POST ${OWN}/block_subscriptions`]: ['Follow a list of blocks', 'Admin::BlockSubscription'],
    [`GET ${OWN}/block_subscriptions/:id`]: [
      'A list of blocks that is followed',
      'Admin::BlockSubscription',
    ],
    [`PUT ${OWN}/block_subscriptions/:id`]: [
      'Change how a list of blocks is followed',
      'Admin::BlockSubscription',
    ],
    [`DELETE ${OWN}/block_subscriptions/:id`]: ['Follow a list no longer; its blocks stay', '{}'],
    [`POST ${OWN}/block_subscriptions/:id/refresh`]: [
      'Read a list now, and believe it if the staff has looked at it',
      'Admin::BlockSubscription',
    ],
  },
}
