/** What a webhook can be told of. @see https://docs.joinmastodon.org/admin/webhooks/ */
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
