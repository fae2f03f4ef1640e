import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { FOR_ALL } from '../../../kernel/core/audience-rules.ts'
import { existsForRow } from '../../../kernel/db/expressions.ts'
import type { Schema, Visibility } from '../../../kernel/db/schema.ts'
import { accountIsShown } from '../../accounts/predicates.ts'
import {
  blocks,
  blocksDomainOf,
  follows,
  isAmongBlockersOf,
  mutes,
} from '../../relationships/predicates.ts'

type Builder = ExpressionBuilder<Schema, 'status' | 'account'>
type ViewerId = string | Expression<string>

const AUTHOR = sql.ref<string>('status.account_id')

/**
 * The only access rule for statuses; every query that lists or finds statuses applies it. The query
 * must have `status` and, as its author, `account`. A viewer sees a reblog only if the viewer sees
 * its original: the rendering code checks both.
 *
 * @param viewerId null: no signed-in viewer; a column where one query checks many viewers
 */
export function visibleTo(eb: Builder, viewerId: ViewerId | null) {
  const there = isThere(eb)
  // literals instead of parameters, so that partial indexes match
  const forAll = eb(
    'status.visibility',
    'in',
    FOR_ALL.map((one) => sql.lit(one)),
  )
  if (viewerId === null) return eb.and([there, forAll])
  const forViewer = eb.or([
    forAll,
    eb.and([
      eb('status.visibility', '=', sql.lit<Visibility>('private')),
      follows(viewerId, AUTHOR),
    ]),
    mentions(viewerId),
  ])
  return eb.and([
    there,
    eb.or([
      eb('status.account_id', '=', viewerId),
      eb.and([forViewer, eb.not(isAmongBlockersOf(viewerId, AUTHOR))]),
    ]),
  ])
}

/**
 * Whether a status exists for anybody: neither the status nor its author is deleted, and the author
 * is not suspended.
 */
export function isThere(eb: Builder) {
  return eb.and([eb('status.deleted_at', 'is', null), accountIsShown()])
}

function mentions(viewerId: ViewerId): Expression<SqlBool> {
  return existsForRow(
    sql`select 1 from mention where mention.status_id = status.id and mention.account_id = ${viewerId}`,
  )
}

/**
 * Leaves out statuses of authors whom the viewer does not want to see: blocked, blocked by domain,
 * muted, or silenced and not followed (S-222).
 *
 * @param now ms since 1970
 */
export function wantedBy(eb: Builder, viewerId: string | null, now: number) {
  const loud = eb('account.silenced_at', 'is', null)
  if (viewerId === null) return loud
  return eb.or([
    eb('status.account_id', '=', viewerId),
    eb.and([
      eb.or([loud, follows(viewerId, AUTHOR)]),
      eb.not(blocks(viewerId, AUTHOR)),
      eb.not(blocksDomainOf(viewerId, AUTHOR)),
      eb.not(mutes(viewerId, AUTHOR, now)),
    ]),
  ])
}
