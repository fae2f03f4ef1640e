import { NotFound } from '../errors.ts'
import { setTagTrendable } from '../tags/trendable.ts'
import type { Tx } from '../transact.ts'

/** What the staff decides about: `provider` holds for all its links, `author` for all they write. */
export const REVIEWED = ['tag', 'link', 'provider', 'status', 'author'] as const
export type Reviewed = (typeof REVIEWED)[number]

/**
 * Lets something trend, or keeps it from trending, from now on; doing it again changes nothing. What
 * is decided about a link or a status wins over what is about its provider or author.
 *
 * @param id of the tag, `shared_link`, `link_provider`, status or account
 * @throws NotFound if there is no such thing
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
