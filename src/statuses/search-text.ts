import type { Db } from '../db/database.ts'
import { idIn } from '../db/id-in.ts'
import { optionTitles } from '../polls/queries.ts'

/** What full-text search finds a status by: warning, text, poll options and media descriptions. */
export async function searchTextOf(db: Db, statusId: string): Promise<string> {
  const status = await db
    .selectFrom('status')
    .select(['text', 'spoiler_text', 'poll_id', 'media_ids'])
    .where('id', '=', statusId)
    .executeTakeFirstOrThrow()
  const options = status.poll_id === null ? [] : await optionTitles(db, status.poll_id)
  const media =
    status.media_ids.length === 0
      ? []
      : await db
          .selectFrom('media_attachment')
          .select('description')
          .where(idIn(db, 'id', status.media_ids))
          .execute()
  const descriptions = media.map((item) => item.description ?? '')
  return joinSearchText([status.spoiler_text, status.text, ...options, ...descriptions])
}

/** Parts of a status as one text; some may be empty. */
export function joinSearchText(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n')
}
