import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'

/** Ids of tags of which a status has at least one, those of which it has each, and those it has not. */
export interface WantedTags {
  any: string[]
  all: string[]
  none: string[]
}

/** A tag with fewer uses is looked through rather than a more common one. */
const FEW = 1_000

export interface Driver {
  /** tags whose lists are read, merged */
  ids: readonly string[]
  /** of each of these a status has at least one too */
  must: readonly (readonly string[])[]
  none: readonly string[]
}

/** A tag that a status must have and that few have is where to begin; else those of which it has any. */
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

/** Further conditions on the tags of a status, each asked by key. */
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
