import { demandPermission, type Rank } from '../../roles/policy.ts'

/** Events that a webhook can subscribe to. @see https://docs.joinmastodon.org/admin/webhooks/ */
export const WEBHOOK_EVENTS = [
  'account.approved',
  'account.created',
  'account.updated',
  'report.created',
  'report.updated',
  'status.created',
  'status.updated',
] as const

export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

export function isWebhookEvent(name: string): name is WebhookEvent {
  return WEBHOOK_EVENTS.some((known) => known === name)
}

/**
 * Requires permission to see the data in these events: accounts with their e-mail addresses,
 * reports with their content. Statuses are sent in their public form (A82).
 *
 * @throws Forbidden
 */
export function demandEvents(staff: Rank, events: readonly string[]): void {
  if (events.some((event) => event.startsWith('account.'))) demandPermission(staff, 'manageUsers')
  if (events.some((event) => event.startsWith('report.'))) demandPermission(staff, 'manageReports')
}
