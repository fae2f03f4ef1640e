import type { JsonText } from '../../kernel/base/json.ts'
import type { App } from '../../kernel/core/app.ts'
import { readText } from './announcements.ts'
import { renderAnnouncements } from './serializer.ts'

/**
 * A text as an announcement that nobody stored yet, as its readers would get it.
 * @throws ValidationFailed for a text that no announcement may have
 */
export async function previewAnnouncement(
  app: App,
  viewerId: string,
  text: string,
): Promise<JsonText> {
  const read = await app.transact((tx) => readText(tx, text))
  const now = app.clock()
  const row = {
    id: '0',
    text: read.text,
    content: read.content,
    account_ids: JSON.parse(read.account_ids) as string[],
    tag_names: JSON.parse(read.tag_names) as string[],
    status_ids: JSON.parse(read.status_ids) as string[],
    starts_at: null,
    ends_at: null,
    all_day: false,
    scheduled_at: null,
    published_at: null,
    ended_at: null,
    created_at: now,
    updated_at: now,
  }
  const [shown] = await renderAnnouncements(app, viewerId, [row], new Set())
  return shown!
}
