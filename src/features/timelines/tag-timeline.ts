import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import type { Schema } from '../../kernel/db/schema.ts'

/** Ids of tags: a status must have at least one of `any`, each of `all`, and none of `none`. */
export interface WantedTags {
  any: string[]
  all: string[]
  none: string[]
}

/** The index of a tag with fewer uses is scanned rather than that of a more common tag. */
const FEW = 1_000

export interface Driver {
  /** tags whose indexes are scanned, merged */
  ids: readonly string[]
  /** a status must also have at least one tag of each of these sets */
  must: readonly (readonly string[])[]
  none: readonly string[]
}

/** Scans the index of a rare required tag if there is one, else those of the `any` tags. */
export async function driverOf(db: Db, { any, all, none }: WantedTags): Promise<Driver> {
  for (const id of any.length === 1 && all.length > 0 ? [...any, ...all] : all) {
    if (!(await isRare(db, id))) continue
    const others = all.filter((other) => other !== id).map((other) => [other])
    return {
      ids: [id],
      must: any.includes(id) && any.length === 1 ? others : [any, ...others],
      none,
    }
  }
  return { ids: any, must: all.map((id) => [id]), none }
}

async function isRare(db: Db, tagId: string): Promise<boolean> {
  const rows = await db
    .selectFrom('status_tag')
    .select('status_id')
    .where('tag_id', '=', tagId)
    .limit(1)
    .offset(FEW)
    .execute()
  return rows.length === 0
}

/** Further conditions on the tags of a status, each checked by key. */
export function holdsTags(
  eb: ExpressionBuilder<Schema, 'status' | 'account'>,
  { must, none }: Pick<Driver, 'must' | 'none'>,
) {
  return eb.and([
    ...must.map((ids) => isUnder(ids)),
    ...(none.length > 0 ? [eb.not(isUnder(none))] : []),
  ])
}

function isUnder(ids: readonly string[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select 1 from status_tag as tagged
    where tagged.status_id = status.id and tagged.tag_id in (${sql.join(ids)}))`
}
