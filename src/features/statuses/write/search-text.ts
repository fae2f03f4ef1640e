import type { Db } from '../../../kernel/db/database.ts'
import { idIn } from '../../../kernel/db/id-in.ts'
import type { IndexedText } from '../../../kernel/db/search/text-index.ts'

/** The text that full-text search indexes: warning, text, poll options and media descriptions. */
export async function searchTextOf(db: Db, statusId: string): Promise<string> {
  const [found] = await searchTextsOf(db, [statusId])
  if (found === undefined) throw new Error(`There is no status ${statusId}`)
  return found.text
}

/** The same for many statuses, in two queries more. */
export async function searchTextsOf(db: Db, ids: readonly string[]): Promise<IndexedText[]> {
  const statuses = await db
    .selectFrom('status')
    .select(['id', 'text', 'spoiler_text', 'poll_id', 'media_ids'])
    .where(idIn(db, 'id', ids))
    .execute()
  const options = await optionsOf(
    db,
    statuses.flatMap(({ poll_id }) => poll_id ?? []),
  )
  const descriptions = await descriptionsOf(
    db,
    statuses.flatMap(({ media_ids }) => media_ids),
  )
  return statuses.map(({ id, text, spoiler_text, poll_id, media_ids }) => {
    const titles = (options.get(poll_id ?? '') ?? []).map(({ title }) => title)
    const described = media_ids.map((mediaId) => descriptions.get(mediaId) ?? '')
    return { id, text: joinSearchText([spoiler_text, text, ...titles, ...described]) }
  })
}

async function optionsOf(db: Db, pollIds: readonly string[]) {
  if (pollIds.length === 0) return new Map<string, { title: string }[]>()
  const rows = await db
    .selectFrom('poll_option')
    .select(['poll_id', 'title'])
    .where(idIn(db, 'poll_id', pollIds))
    .orderBy('position')
    .execute()
  return Map.groupBy(rows, (row) => row.poll_id)
}

async function descriptionsOf(db: Db, mediaIds: readonly string[]) {
  if (mediaIds.length === 0) return new Map<string, string | null>()
  const rows = await db
    .selectFrom('media_attachment')
    .select(['id', 'description'])
    .where(idIn(db, 'id', mediaIds))
    .execute()
  return new Map(rows.map(({ id, description }) => [id, description]))
}

/** Joins the parts of a status for the index; parts may be empty. */
export function joinSearchText(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n')
}
