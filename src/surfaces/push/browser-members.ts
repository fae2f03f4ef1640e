import { type JsonText, toJson } from '../../kernel/base/json.ts'

interface Told {
  type: string
  account: { acct: string }
  status?: { id: string; account: { acct: string } }
}

/**
 * Further members of a message to a browser, which has no app that knows which page to open: `url` is a path of this
 * server, `status_id` lets the notification offer actions on the status.
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
