import { type RawBuilder, sql } from 'kysely'
import { type Direction, inOrder, type Range } from '../../kernel/db/list-scan.ts'

const ORIGIN_AND_MEDIA = sql`case when status.local then 1 else 3 end
  + case when cast(status.media_ids as text) <> '[]' then 1 else 0 end`

/**
 * The list class of a status in the timelines of its hashtags, including replies:
 * `status_tag.listed_as`; 0: not listed. `status.listed_as` is its counterpart for public
 * timelines.
 */
export const LISTED_UNDER_TAGS_AS: RawBuilder<number> = sql<number>`(case when status.visibility = 'public'
  and status.reblog_of_id is null then ${ORIGIN_AND_MEDIA} else 0 end)`

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
