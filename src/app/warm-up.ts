import { renderListedStatuses } from '../features/statuses/read/serializer.ts'
import { homePage } from '../features/timelines/entries.ts'
import type { App } from '../kernel/core/app.ts'

const PAGE = { maxId: null, sinceId: null, minId: null, limit: 20 }

/**
 * Reads a home page in advance, so that the first request after a start does not wait for statements to be prepared
 * and code to be compiled. Any account's page will do.
 */
export async function warmUp(app: App): Promise<void> {
  const [someone] = await app.db
    .selectFrom('local_user')
    .select('account_id')
    .orderBy('account_id')
    .limit(1)
    .execute()
  if (someone === undefined) return
  const viewerId = someone.account_id
  await renderListedStatuses(app, { id: viewerId }, await homePage(app, viewerId, PAGE))
}
