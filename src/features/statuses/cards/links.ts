import { parseUrl } from '../../../kernel/base/parse-url.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import type { Db } from '../../../kernel/db/database.ts'
import type { CreatedStatus } from '../write/created-status.ts'

const TAG = /<(\/?)(a|p|span)\b([^<>]*)>/gi
const MAX_URL = 2_048

/**
 * The link of a status that has a preview: the first link that is no mention, hashtag or quote.
 *
 * @param html sanitised
 * @param others URLs of its mentions and tags
 * @returns without fragment; null if there is none
 */
export function linkIn(html: string, others: ReadonlySet<string>): string | null {
  return linksIn(html, others).next().value ?? null
}

/** All such links; duplicates stay. */
export function* linksIn(
  html: string,
  others: ReadonlySet<string>,
): Generator<string, undefined, undefined> {
  // inside the element that names a quoted status for servers without quotes: the name of that
  // element
  let fallback: string | null = null
  for (const [, slash, name = '', attributes = ''] of html.matchAll(TAG)) {
    if (fallback !== null || slash !== '') {
      if (fallback === name && slash !== '') fallback = null
      continue
    }
    const kind = /\bclass="([^"]*)"/i.exec(attributes)?.[1] ?? ''
    if (name !== 'a' && /\bquote-inline\b/.test(kind)) fallback = name
    const href = name === 'a' ? /\bhref="([^"]*)"/i.exec(attributes)?.[1] : undefined
    if (href === undefined || /\b(?:mention|hashtag|quote-inline)\b/.test(kind)) continue
    const url = parseUrl(unescaped(href))
    if (url === null || !/^https?:$/.test(url.protocol) || others.has(url.href)) continue
    url.hash = ''
    if (url.href.length <= MAX_URL) yield url.href
  }
}

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

/** The sanitiser writes only these entities. */
function unescaped(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity)
}

type Shown = Pick<CreatedStatus, 'id' | 'content' | 'visibility' | 'reblog_of_id'>

/**
 * Stores the link of a new status that has a preview.
 * @returns the link whose page has to be fetched, or null
 */
export async function noteLink(tx: Tx, status: Shown): Promise<string | null> {
  const url = await linkOf(tx.db, status)
  if (url !== null) await insertLink(tx.db, status.id, url)
  return url
}

/** As `noteLink`, after an edit: the preview of a former link is removed. */
export async function changeLink(tx: Tx, statusId: string): Promise<string | null> {
  const url = await findLink(tx.db, statusId)
  const before = await tx.db
    .selectFrom('status_card')
    .selectAll()
    .where('status_id', '=', statusId)
    .executeTakeFirst()
  if ((before?.url ?? null) === url) return null
  await tx.db.deleteFrom('status_card').where('status_id', '=', statusId).execute()
  if (url !== null) await insertLink(tx.db, statusId, url)
  return url
}

async function insertLink(db: Db, statusId: string, url: string): Promise<void> {
  await db
    .insertInto('status_card')
    .values({ status_id: statusId, url, card_id: null, state: 'waiting' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function findLink(db: Db, statusId: string): Promise<string | null> {
  const status = await db
    .selectFrom('status')
    .select(['id', 'content', 'visibility', 'reblog_of_id'])
    .where('id', '=', statusId)
    .executeTakeFirst()
  return status === undefined ? null : linkOf(db, status)
}

const NONE: ReadonlySet<string> = new Set()

/** Whether this HTML has a link that is neither hashtag nor quote, nor marked as a mention. */
export function mayHaveLink(html: string): boolean {
  return html.includes('<a ') && linkIn(html, NONE) !== null
}

async function linkOf(db: Db, status: Shown): Promise<string | null> {
  if (status.reblog_of_id !== null) return null
  // links of direct statuses are private
  if (status.visibility === 'direct' || !mayHaveLink(status.content)) return null
  const mentioned = await db
    .selectFrom('mention')
    .innerJoin('account', 'account.id', 'mention.account_id')
    .where('mention.status_id', '=', status.id)
    .select(['account.uri', 'account.url'])
    .execute()
  return linkIn(status.content, new Set(mentioned.flatMap(({ uri, url }) => [uri, url])))
}
