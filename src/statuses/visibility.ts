import { type Expression, type ExpressionBuilder, sql } from 'kysely'
import type { Schema, Visibility } from '../db/schema.ts'
import { blocks, blocksDomainOf, follows, mutes } from '../relationships/predicates.ts'

type Builder = ExpressionBuilder<Schema, 'status' | 'account'>
type ViewerId = string | Expression<string>

const AUTHOR = sql.ref<string>('status.account_id')

/**
 * The one rule on who may see a status, for every query that lists or finds statuses. The query
 * must have `status` and, as its author, `account`. A reblog is seen if its original is seen too:
 * whoever renders it asks for both.
 *
 * @param viewerId null for nobody signed in; a column where many viewers are asked about at once
 */
export function visibleTo(eb: Builder, viewerId: ViewerId | null) {
  const there = isThere(eb)
  const forAll = eb('status.visibility', 'in', [
    sql.lit<Visibility>('public'),
    sql.lit<Visibility>('unlisted'),
  ])
  if (viewerId === null) return eb.and([there, forAll])
  const forViewer = eb.or([
    forAll,
    eb.and([
      eb('status.visibility', '=', sql.lit<Visibility>('private')),
      follows(viewerId, AUTHOR),
    ]),
    mentions(eb, viewerId),
  ])
  return eb.and([
    there,
    eb.or([
      eb('status.account_id', '=', viewerId),
      eb.and([forViewer, eb.not(authorBlocks(eb, viewerId))]),
    ]),
  ])
}

/** Whether a status is there for anybody at all: not deleted, nor is its author, nor suspended. */
export function isThere(eb: Builder) {
  return eb.and([
    eb('status.deleted_at', 'is', null),
    eb('account.activated_at', 'is not', null),
    eb('account.suspended_at', 'is', null),
    eb('account.deleted_at', 'is', null),
  ])
}

function mentions(eb: Builder, viewerId: ViewerId) {
  return eb.exists(
    eb
      .selectFrom('mention')
      .select(sql.lit(1).as('one'))
      .whereRef('mention.status_id', '=', 'status.id')
      .where('mention.account_id', '=', viewerId),
  )
}

/**
 * As a list, which is read once for the whole query: few people are blocked by many. Most are blocked
 * by nobody, and to know that costs less than an empty list.
 */
function authorBlocks(eb: Builder, viewerId: ViewerId) {
  const blockers = eb
    .selectFrom('block')
    .select('block.account_id')
    .where('block.target_id', '=', viewerId)
  return eb.and([eb.exists(blockers), eb('status.account_id', 'in', blockers)])
}

/**
 * Leaves out statuses whose authors the viewer does not want to meet: blocked, by themselves or
 * by their domain, muted, or silenced and not followed (S-222).
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
