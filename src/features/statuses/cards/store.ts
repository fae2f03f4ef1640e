import { DomainError } from '../../../kernel/base/errors.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { idIn } from '../../../kernel/db/id-in.ts'
import { parseHandle } from '../../accounts/handles.ts'
import { resolveHandle } from '../../accounts/remote/resolve.ts'
import type { Description } from './describe.ts'

const STATUSES_AT_ONCE = 200
const STATUSES_REFRESHED = 1000
const CARDS_AT_ONCE = 1000

/** The author that a page names. */
export interface Creator {
  accountId: string
  /** the account names the page's domain, too */
  credited: boolean
}

/**
 * The account that a page names as its author. It is credited if the account names the domains of
 * both the link and the page that it leads to: a claim of one side alone may be false (A57). A link
 * that redirects to another site credits nobody, now or later.
 */
export async function findCreator(
  app: App,
  url: string,
  { creator, foundAt }: Pick<Description, 'creator' | 'foundAt'>,
): Promise<Creator | null> {
  const handle = creator === null ? null : parseHandle(app.config, creator)
  if (handle === null) return null
  const account = await resolveHandle(app, handle).catch((error) => {
    if (error instanceof DomainError) return null
    throw error
  })
  if (account === null) return null
  const { attribution_domains: domains } = await app.db
    .selectFrom('account')
    .select('attribution_domains')
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow()
  const credited = isUnder(url, domains) && isUnder(foundAt, domains)
  return credited || isSameSite(url, foundAt) ? { accountId: account.id, credited } : null
}

function isUnder(url: string, domains: readonly string[]): boolean {
  const { hostname } = new URL(url)
  return domains.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`))
}

/** Whether the host of one URL equals, or is a subdomain of, the host of the other. */
function isSameSite(url: string, other: string): boolean {
  return isUnder(url, [new URL(other).hostname]) || isUnder(other, [new URL(url).hostname])
}

/** After an account has added domains: credits it with the newest pages that name it (S-551). */
export async function creditAuthor(tx: Tx, accountId: string): Promise<void> {
  const cards = await tx.db
    .selectFrom('preview_card')
    .innerJoin('account', 'account.id', 'preview_card.unverified_author_account_id')
    .select(['preview_card.id', 'preview_card.url', 'account.attribution_domains'])
    .where('preview_card.unverified_author_account_id', '=', accountId)
    .orderBy('preview_card.id', 'desc')
    .limit(CARDS_AT_ONCE)
    .execute()
  const ids = cards
    .filter(({ url, attribution_domains: domains }) => isUnder(url, domains))
    .map(({ id }) => id)
  if (ids.length === 0) return
  await tx.db
    .updateTable('preview_card')
    .set({ author_account_id: accountId, unverified_author_account_id: null })
    .where(idIn(tx.db, 'id', ids))
    .execute()
  await refreshStatusesOf(tx, ids)
}

/**
 * Invalidates the newest statuses with these cards; older ones show the change at their next
 * version.
 */
async function refreshStatusesOf(tx: Tx, cardIds: readonly string[]): Promise<void> {
  const shown = tx.db
    .selectFrom('status_card')
    .select('status_id')
    .where(idIn(tx.db, 'card_id', cardIds))
    .orderBy('status_id', 'desc')
    .limit(STATUSES_REFRESHED)
  await tx.db
    .updateTable('status')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', 'in', (eb) => eb.selectFrom(shown.as('shown')).select('shown.status_id'))
    .execute()
}

/** Stores size and blurhash of a card's fetched picture (S-551). */
export async function describeCardPicture(
  tx: Tx,
  cardId: string,
  { width, height, blurhash }: { width: number; height: number; blurhash: string },
): Promise<void> {
  const card = await tx.db
    .selectFrom('preview_card')
    .select('type')
    .where('id', '=', cardId)
    .where('blurhash', 'is', null)
    .executeTakeFirst()
  if (card === undefined) return
  // the size of a player or a photo comes from its page
  const size = card.type === 'link' ? { width, height } : {}
  await tx.db
    .updateTable('preview_card')
    .set({ ...size, blurhash })
    .where('id', '=', cardId)
    .execute()
  await refreshStatusesOf(tx, [cardId])
}

/** Stores the preview of a link and replaces an earlier one. @returns its id */
export async function saveCard(
  tx: Tx,
  url: string,
  description: Description,
  creator: Creator | null,
): Promise<string> {
  const columns = {
    ...columnsOf(description, creator),
    ...(await knownSize(tx.db, url, description)),
    fetched_at: tx.now,
  }
  const { id } = await tx.db
    .insertInto('preview_card')
    .values({ id: tx.newId(), url, ...columns })
    .onConflict((conflict) => conflict.column('url').doUpdateSet(columns))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Measured properties of the same picture: a cached picture is not fetched again. */
async function knownSize(db: Db, url: string, { type, imageUrl }: Description) {
  if (imageUrl === null) return {}
  const before = await db
    .selectFrom('preview_card')
    .select(['width', 'height', 'blurhash', 'image_remote_url', 'type'])
    .where('url', '=', url)
    .executeTakeFirst()
  if (before?.blurhash == null || before.image_remote_url !== imageUrl) return {}
  const { width, height, blurhash } = before
  return type === 'link' && before.type === type ? { width, height, blurhash } : { blurhash }
}

function columnsOf(description: Description, creator: Creator | null) {
  return {
    type: description.type,
    title: description.title,
    description: description.description,
    author_name: description.authorName,
    author_url: description.authorUrl,
    author_account_id: creator?.credited === true ? creator.accountId : null,
    unverified_author_account_id: creator?.credited === false ? creator.accountId : null,
    provider_name: description.providerName,
    provider_url: description.providerUrl,
    html: description.html,
    width: description.width,
    height: description.height,
    image_remote_url: description.imageUrl,
    image_description: description.imageDescription,
    embed_url: description.embedUrl,
    blurhash: null,
    language: description.language,
    published_at: description.publishedAt,
  }
}

/**
 * Attaches a preview to statuses that wait for this link; null removes the wait without a preview.
 * @returns whether more statuses may wait
 */
export async function giveCard(tx: Tx, url: string, cardId: string | null): Promise<boolean> {
  const waiting = await tx.db
    .selectFrom('status_card')
    .select('status_id')
    .where('url', '=', url)
    .where('state', '=', 'waiting')
    .orderBy('status_id')
    .limit(STATUSES_AT_ONCE)
    .execute()
  const ids = waiting.map((row) => row.status_id)
  await tx.db
    .updateTable('status_card')
    .set({ card_id: cardId, state: cardId === null ? 'none' : 'ready' })
    .where(idIn(tx.db, 'status_id', ids))
    .execute()
  if (cardId !== null) {
    await tx.db
      .updateTable('status')
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where(idIn(tx.db, 'id', ids))
      .execute()
  }
  return ids.length === STATUSES_AT_ONCE
}
