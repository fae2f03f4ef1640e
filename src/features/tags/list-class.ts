import { type RawBuilder, sql } from 'kysely'
import { type Direction, inOrder, type Range } from '../../kernel/db/list-scan.ts'

const ORIGIN_AND_MEDIA = sql`case when status.local then 1 else 3 end
  + case when cast(status.media_ids as text) <> '[]' then 1 else 0 end`

/** no timeline lists it, but it counts on its author's profile */
const UNLISTED = 5

/**
 * The list class of a status in the timelines of its hashtags, including replies:
 * `status_tag.listed_as`; 0: deleted, or not for all. `status.listed_as` is its counterpart for public
 * timelines.
 */
export const LISTED_UNDER_TAGS_AS: RawBuilder<number> = sql<number>`(case
  when status.deleted_at is not null or status.reblog_of_id is not null then 0
  when status.visibility = 'public' then ${ORIGIN_AND_MEDIA}
  when status.visibility = 'unlisted' then ${sql.lit(UNLISTED)} else 0 end)`

/** @param origin null: local and remote */
export function listedClasses(origin: 'local' | 'remote' | null, onlyMedia: boolean): number[] {
  const local = origin === 'remote' ? [] : onlyMedia ? [2] : [1, 2]
  const remote = origin === 'local' ? [] : onlyMedia ? [4] : [3, 4]
  return [...local, ...remote]
}

/** In the order of the index `status_tag_listed`. */
export function taggedCandidates(
  { ids, classes }: { ids: readonly string[]; classes: readonly number[] },
  range: Range,
  direction: Direction,
): RawBuilder<{ id: string }> {
  const ranges = ids.flatMap((id) =>
    classes.map(
      (one) => sql`select status_tag.status_id as id from status_tag
        where status_tag.tag_id = ${id} and status_tag.listed_as = ${sql.lit(one)}`,
    ),
  )
  return inOrder(range, direction, {
    ranges,
    column: 'status_tag.status_id',
    repeats: ids.length > 1,
  })
}
