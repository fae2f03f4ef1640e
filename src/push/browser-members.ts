import { type JsonText, toJson } from '../json.ts'

interface Told {
  type: string
  account: { acct: string }
  status?: { id: string; account: { acct: string } }
}

/**
 * What a message says besides to a browser, which has no app that knows where to go: `url`, a path of this
 * server, and `status_id` for what can be done to the post at once.
 */
export function browserMembers(told: Told, viewerId: string): Record<string, JsonText> {
  return {
    url: toJson(pathOf(told)),
    status_id: toJson(told.status?.id ?? null),
    account_id: toJson(viewerId),
  }
}

function pathOf({ type, account, status }: Told): string {
  if (status !== undefined) return `/@${status.account.acct}/${status.id}`
  if (type === 'follow') return `/@${account.acct}`
  if (type === 'follow_request') return '/follow_requests'
  if (type === 'moderation_warning') return '/settings/strikes'
  if (type === 'admin.report') return '/admin/reports'
  return '/notifications'
}
