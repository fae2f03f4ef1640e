import { NotFound } from '../../kernel/base/errors.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import { setTagTrendable } from '../tags/trendable.ts'

/**
 * Reviewable objects: `provider` applies to all its links, `author` to all the author's statuses.
 */
export const REVIEWED = ['tag', 'link', 'provider', 'status', 'author'] as const
export type Reviewed = (typeof REVIEWED)[number]

/**
 * Approves or rejects a trend from now on; doing it again changes nothing. A decision about a link
 * or a status takes precedence over one about its provider or author.
 *
 * @param id of the tag, `shared_link`, `link_provider`, status or account
 * @throws NotFound if there is no such object
 */
export async function reviewTrend(
  tx: Tx,
  what: { kind: Reviewed; id: string },
  trendable: boolean,
): Promise<void> {
  const { kind, id } = what
  if (kind === 'tag') return setTagTrendable(tx, id, trendable)
  if (kind === 'link') return reviewLink(tx, id, trendable)
  if (kind === 'provider') return reviewProvider(tx, id, trendable)
  if (kind === 'status') return reviewStatus(tx, id, trendable)
  return reviewAuthor(tx, id, trendable)
}

async function reviewLink(tx: Tx, id: string, trendable: boolean): Promise<void> {
  const known = await tx.db
    .updateTable('shared_link')
    .set({ trendable })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  if (known === undefined) throw new NotFound()
}

async function reviewProvider(tx: Tx, id: string, trendable: boolean): Promise<void> {
  const known = await tx.db
    .updateTable('link_provider')
    .set({ trendable, reviewed_at: tx.now })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  if (known === undefined) throw new NotFound()
}

async function reviewStatus(tx: Tx, id: string, trendable: boolean): Promise<void> {
  const status = await tx.db
    .selectFrom('status')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (status === undefined) throw new NotFound()
  await tx.db
    .insertInto('status_review')
    .values({ status_id: id, trendable })
    .onConflict((conflict) => conflict.column('status_id').doUpdateSet({ trendable }))
    .execute()
}

async function reviewAuthor(tx: Tx, id: string, trendable: boolean): Promise<void> {
  const account = await tx.db
    .selectFrom('account')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (account === undefined) throw new NotFound()
  await tx.db
    .insertInto('author_review')
    .values({ account_id: id, trendable })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ trendable }))
    .execute()
}
