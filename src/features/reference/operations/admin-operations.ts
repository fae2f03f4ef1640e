import type { Section } from './section.ts'

const ADMIN = '/api/rookery/v1/admin'

export const adminOperations: Section = {
  name: 'admin-operations',
  title: 'Admin: operations',
  about:
    'Jobs, deliveries, relays, webhooks and room, for those whose role lets them look after the server.',
  operations: {
    [`GET ${ADMIN}/jobs`]: ['Jobs in a state, those queued last first', 'Admin::Job[]'],
    [`GET ${ADMIN}/jobs/summary`]: ['How many jobs of each kind there are', 'Admin::JobSummary'],
    [`POST ${ADMIN}/jobs/:id/retry`]: ['Let a job run at once, with all its tries', 'Admin::Job'],
    [`DELETE ${ADMIN}/jobs/:id`]: ['Drop a job that does not run', '{}'],
    [`POST ${ADMIN}/jobs/retry_all`]: [
      'Let all parked jobs, or those of a kind, run again',
      'Admin::Retried',
    ],
    [`GET ${ADMIN}/deliveries`]: [
      'What waits for other servers or never arrived, newest first',
      'Admin::Delivery[]',
    ],
    [`GET ${ADMIN}/deliveries/summary`]: [
      'How it stands with other servers, the worst first',
      'Admin::DeliverySummary',
    ],
    [`POST ${ADMIN}/deliveries/:id/retry`]: ['Send something once more at once', 'Admin::Delivery'],
    [`DELETE ${ADMIN}/deliveries/:id`]: ['Send something no more', '{}'],
    [`GET ${ADMIN}/relays`]: ['Relays that public posts go through', 'Admin::Relay[]'],
    [`POST ${ADMIN}/relays`]: ['Ask a relay to pass public posts on', 'Admin::Relay'],
    [`DELETE ${ADMIN}/relays/:id`]: ['Leave a relay and forget it', '{}'],
    [`POST ${ADMIN}/relays/:id/enable`]: ['Ask a relay once more', 'Admin::Relay'],
    [`POST ${ADMIN}/relays/:id/disable`]: ['Leave a relay', 'Admin::Relay'],
    [`GET ${ADMIN}/webhooks`]: ['Addresses that are told of events', 'Admin::Webhook[]'],
    [`POST ${ADMIN}/webhooks`]: [
      'Tell an address of accounts and reports as the staff sees them, and of posts that everybody may read',
      'Admin::Webhook',
    ],
    [`GET ${ADMIN}/webhooks/:id`]: [
      'A webhook, and what became of its last event',
      'Admin::Webhook',
    ],
    [`PUT ${ADMIN}/webhooks/:id`]: ['Change a webhook', 'Admin::Webhook'],
    [`DELETE ${ADMIN}/webhooks/:id`]: ['Tell an address of nothing more', '{}'],
    [`POST ${ADMIN}/webhooks/:id/rotate_secret`]: ['Sign with another secret', 'Admin::Webhook'],
    [`POST ${ADMIN}/webhooks/:id/test`]: ['Send an event that means nothing', 'Admin::Webhook'],
    [`GET ${ADMIN}/storage`]: ['What takes room on this server', 'Admin::Storage'],
  },
}
