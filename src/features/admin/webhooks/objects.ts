import type { JsonText } from '../../../kernel/base/json.ts'
import type { App } from '../../../kernel/core/app.ts'
import { findReport } from '../../reports/queries.ts'
import { loadStatuses } from '../../statuses/read/serializer.ts'
import { loadAdminAccounts } from '../accounts/serializer.ts'
import { renderReport } from '../reports/serializer.ts'
import type { WebhookEvent } from './events.ts'

/**
 * The current object of an event: an account or a report in the staff's form, or a status in its
 * public form.
 * @returns null if it is gone
 */
export async function objectOf(
  app: App,
  event: WebhookEvent,
  id: string,
): Promise<JsonText | null> {
  const [subject] = event.split('.')
  if (subject === 'account') return (await loadAdminAccounts(app, [id])).get(id) ?? null
  if (subject === 'report') return reportOf(app, id)
  return (await loadStatuses(app, null, [id])).get(id) ?? null
}

async function reportOf(app: App, id: string): Promise<JsonText | null> {
  const row = await findReport(app.db, id)
  return row === null ? null : renderReport(app, null, row)
}
