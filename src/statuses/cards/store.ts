import { parseHandle } from '../../accounts/handles.ts'
import { resolveHandle } from '../../accounts/remote/resolve.ts'
import type { App } from '../../app.ts'
import { idIn } from '../../db/id-in.ts'
import { DomainError } from '../../errors.ts'
import type { Tx } from '../../transact.ts'
import type { Description } from './describe.ts'

const STATUSES_AT_ONCE = 200

/**
 * The account of who wrote a page, if the page names it and the account names the domain of the link
 * and of the page that it leads to: either alone could be a lie (A57).
 *
 * @returns its id or null
 */
export async function findCreator(
  app: App,
  url: string,
  { creator, foundAt }: Pick<Description, 'creator' | 'foundAt'>,
): Promise<string | null> {
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
  return isUnder(url, domains) && isUnder(foundAt, domains) ? account.id : null
}

function isUnder(url: string, domains: readonly string[]): boolean {
  const { hostname } = new URL(url)
  return domains.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`))
}

/** Stores the preview of a link, in place of an earlier one. @returns its id */
export async function saveCard(
  tx: Tx,
  url: string,
  description: Description,
  authorAccountId: string | null,
): Promise<string> {
  const columns = {
    type: description.type,
    title: description.title,
    description: description.description,
    author_name: description.authorName,
    author_url: description.authorUrl,
    author_account_id: authorAccountId,
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

/**
 * Gives a preview to statuses that wait for one of this link, or none where there is nothing to show.
 * @returns whether there may be more of them
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
