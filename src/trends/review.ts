import type { App } from '../app.ts'
import { idIn } from '../db/id-in.ts'
import { fetchPage, type Page } from '../db/pagination.ts'
import { NotFound } from '../errors.ts'
import { settings } from '../instance/settings.ts'
import { setTagTrendable } from '../tags/trendable.ts'
import type { Tx } from '../transact.ts'
import { trendingLinks, trendingStatuses, trendingTagIds } from './listing.ts'

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
  if (kind === 'link') return setLinkTrendable(tx, 'shared_link', id, trendable)
  if (kind === 'provider') return setLinkTrendable(tx, 'link_provider', id, trendable)
  if (kind === 'status') return reviewStatus(tx, id, trendable)
  return reviewAuthor(tx, id, trendable)
}

async function setLinkTrendable(
  tx: Tx,
  table: 'shared_link' | 'link_provider',
  id: string,
  trendable: boolean,
): Promise<void> {
  const known = await tx.db
    .updateTable(table)
    .set({ trendable })
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

/** What is decided about something that rises; null: nobody decided. */
export interface ReviewState {
  trendable: boolean | null
  /** it is shown to nobody until somebody decides */
  requiresReview: boolean
}

type Reading = Pick<App, 'db' | 'cached' | 'clock'>

export interface RisingTag extends ReviewState {
  id: string
  name: string
}

/** The tags that rise, approved or not, most on the rise first. */
export async function risingTags(app: Reading, page: Place): Promise<RisingTag[]> {
  const ids = await trendingTagIds(app, { ...page, audience: 'staff' })
  const rows = await app.db
    .selectFrom('tag')
    .select(['id', 'display_name', 'trendable'])
    .where(idIn(app.db, 'id', ids))
    .execute()
  const stateOf = await reviewState(app)
  return inOrder(ids, rows).map(({ id, display_name, trendable }) => ({
    id,
    name: display_name,
    ...stateOf(trendable),
  }))
}

export interface RisingLink extends ReviewState {
  id: string
  url: string
  title: string
  provider: { id: string; host: string; trendable: boolean | null }
}

/** The same of links; the link's own decision wins over that about its provider. */
export async function risingLinks(app: Reading, page: Place): Promise<RisingLink[]> {
  const links = await trendingLinks(app, { ...page, languages: [], audience: 'staff' })
  const ids = links.map(({ id }) => id)
  const rows = await app.db
    .selectFrom('shared_link')
    .innerJoin('link_provider', 'link_provider.id', 'shared_link.provider_id')
    .select(['shared_link.id', 'shared_link.trendable'])
    .select(['provider_id', 'host', 'link_provider.trendable as provider_trendable'])
    .where(idIn(app.db, 'shared_link.id', ids))
    .execute()
  const titles = new Map(links.map(({ id, card }) => [id, card]))
  const stateOf = await reviewState(app)
  return inOrder(ids, rows).map((row) => ({
    id: row.id,
    url: titles.get(row.id)!.url,
    title: titles.get(row.id)!.title,
    provider: { id: row.provider_id, host: row.host, trendable: row.provider_trendable },
    ...stateOf(row.trendable ?? row.provider_trendable),
  }))
}

export interface RisingStatus extends ReviewState {
  id: string
  url: string
  authorId: string
}

/** The same of statuses; a status' own decision wins over that about its author. */
export async function risingStatuses(app: Reading, page: Place): Promise<RisingStatus[]> {
  const wanted = { ...page, languages: [], viewerId: null, audience: 'staff' } as const
  const ids = (await trendingStatuses(app, wanted)).map(({ id }) => id)
  const rows = await app.db
    .selectFrom('status')
    .leftJoin('status_review', 'status_review.status_id', 'status.id')
    .leftJoin('author_review', 'author_review.account_id', 'status.account_id')
    .select(['status.id', 'status.url', 'status.account_id', 'status_review.trendable'])
    .select('author_review.trendable as author_trendable')
    .where(idIn(app.db, 'status.id', ids))
    .execute()
  const stateOf = await reviewState(app)
  return inOrder(ids, rows).map((row) => ({
    id: row.id,
    url: row.url,
    authorId: row.account_id,
    ...stateOf(row.trendable ?? row.author_trendable),
  }))
}

/** Sites that were linked to, newest first, with what is decided about them. */
export function listProviders(app: Pick<App, 'db'>, page: Page) {
  return fetchPage(app.db.selectFrom('link_provider').selectAll(), 'link_provider.id', page)
}

interface Place {
  limit: number
  offset: number
}

async function reviewState({ cached }: Reading) {
  const known = await cached.get(settings)
  return (trendable: boolean | null): ReviewState => ({
    trendable,
    requiresReview: trendable === null && known['trends.review'],
  })
}

function inOrder<Row extends { id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined)
}
