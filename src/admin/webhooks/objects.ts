import type { App } from '../../app.ts'
import type { JsonText } from '../../json.ts'
import { loadReports } from '../../reports/serializer.ts'
import { loadStatuses } from '../../statuses/serializer.ts'
import { loadAdminAccounts } from '../accounts/serializer.ts'
import type { WebhookEvent } from './events.ts'

/**
 * What an event is about, as it is now: an account as the staff sees it, a report, or a status as everybody
 * does.
 * @returns null if it is gone
 */
export async function objectOf(
  app: App,
  event: WebhookEvent,
  id: string,
): Promise<JsonText | null> {
  const [subject] = event.split('.')
  if (subject === 'account') return (await loadAdminAccounts(app, [id])).get(id) ?? null
  if (subject === 'report') return (await loadReports(app, [id])).get(id) ?? null
  return (await loadStatuses(app, null, [id])).get(id) ?? null
}
