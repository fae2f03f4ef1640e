import type { App } from './app.ts'
import { renderHeads } from './statuses/serializer.ts'
import { homePage } from './timelines/entries.ts'

const PAGE = { maxId: null, sinceId: null, minId: null, limit: 20 }

/**
 * Reads a home page before anybody asks for one, so that the first who does after a start does not wait
 * for statements to be prepared and code to be compiled. Whose page it is does not matter.
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
  await renderHeads(app, { id: viewerId }, await homePage(app.db, { viewerId }, PAGE))
}
