import {
  type Document,
  documentOf,
  idOf,
  isOfType,
  listOf,
  textOf,
  timeOf,
  urlOf,
} from '../../kernel/activitypub/as2.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { findShortcodes } from '../../kernel/text/shortcodes.ts'
import type { Emoji } from './emojis.ts'

/** A custom emoji in an object of another server. */
export interface RemoteEmoji {
  shortcode: string
  uri: string | null
  imageUrl: string
  /** ms since 1970 or null */
  updatedAt: number | null
}

const MAX_EMOJIS = 100

/** The custom emoji in an object's tags. */
export function readEmojis(object: Document): RemoteEmoji[] {
  const emojis = listOf(object.tag).flatMap((entry) => {
    const tag = documentOf(entry)
    if (tag === null || !isOfType(tag, ['Emoji'])) return []
    const shortcode = textOf(tag.name)?.replace(/^:|:$/g, '') ?? ''
    const icon = documentOf(listOf(tag.icon)[0])
    const imageUrl = urlOf(icon?.url, ['image/png', 'image/webp', 'image/gif'])
    if (!/^\w{1,128}$/.test(shortcode) || imageUrl === null) return []
    return [{ shortcode, uri: idOf(tag), imageUrl, updatedAt: timeOf(tag.updated) }]
  })
  return emojis.slice(0, MAX_EMOJIS)
}

/** Stores emoji of a domain; entities find them by shortcode and domain. */
export async function saveRemoteEmojis(
  tx: Tx,
  domain: string,
  emojis: readonly RemoteEmoji[],
): Promise<void> {
  if (emojis.length === 0) return
  const given = new Map(emojis.map((emoji) => [emoji.shortcode, emoji]))
  // sorted, so that transactions that store the same ones cannot deadlock
  const codes = [...given.keys()].sort()
  const stored = await tx.db
    .selectFrom('custom_emoji')
    .selectAll()
    .where('domain', '=', domain)
    .where('shortcode', 'in', codes)
    .execute()
  const known = new Map(stored.map((row) => [row.shortcode, row]))
  let room = known.size < codes.length ? await roomOf(tx.db, domain, codes.length) : 0
  for (const code of codes) {
    const emoji = given.get(code)!
    const row = known.get(code)
    if (row === undefined) {
      if (room-- > 0) await insertEmoji(tx, domain, emoji)
    } else if (hasChanged(row, emoji)) await updateEmoji(tx, row.id, emoji)
  }
}

/**
 * maximum of stored emoji per domain: above the number on any server, as names can be invented
 * without end (A80)
 */
const MOST_OF_DOMAIN = 20_000

/** Number of further emoji that a domain may have. @param most as many as are needed now */
async function roomOf(db: Db, domain: string, most: number): Promise<number> {
  const beyond = await db
    .selectFrom('custom_emoji')
    .select('id')
    .where('domain', '=', domain)
    .offset(MOST_OF_DOMAIN - most)
    .limit(most)
    .execute()
  return most - beyond.length
}

/** Older information than the stored one changes nothing. */
function hasChanged(row: Emoji, { imageUrl, uri, updatedAt }: RemoteEmoji): boolean {
  if (updatedAt !== null && updatedAt < row.updated_at) return false
  return row.image_remote_url !== imageUrl || row.uri !== uri
}

async function insertEmoji(tx: Tx, domain: string, emoji: RemoteEmoji): Promise<void> {
  await tx.db
    .insertInto('custom_emoji')
    .values({
      id: tx.newId(),
      shortcode: emoji.shortcode,
      domain,
      image_key: '',
      static_key: '',
      category: null,
      visible_in_picker: false,
      disabled: false,
      created_at: tx.now,
      ...columnsOf(tx, emoji),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function updateEmoji(tx: Tx, id: string, emoji: RemoteEmoji): Promise<void> {
  await tx.db.updateTable('custom_emoji').set(columnsOf(tx, emoji)).where('id', '=', id).execute()
}

function columnsOf(tx: Tx, { uri, imageUrl, updatedAt }: RemoteEmoji) {
  return {
    uri,
    image_remote_url: imageUrl,
    updated_at: updatedAt === null ? tx.now : Math.min(updatedAt, tx.now),
  }
}

/** Texts of an author, which may contain emoji of the author's server. */
export interface AuthoredTexts {
  /** null for local authors */
  domain: string | null
  texts: readonly string[]
}

/** Emoji by domain, then by shortcode. */
export type RemoteEmojis = ReadonlyMap<string, ReadonlyMap<string, Emoji>>

/** maximum of shortcodes per query */
const MOST_CODES = 1_000

/** The remote emoji in texts, in one query; none if all texts are local. */
export async function loadRemoteEmojis(
  db: Db,
  authored: readonly AuthoredTexts[],
): Promise<RemoteEmojis> {
  const remote = authored.filter(({ domain }) => domain !== null)
  const codes = new Set(remote.flatMap(({ texts }) => texts.flatMap(findShortcodes)))
  if (codes.size === 0) return new Map()
  const rows = await db
    .selectFrom('custom_emoji')
    .selectAll()
    .where('domain', 'in', [...new Set(remote.map(({ domain }) => domain))])
    .where('shortcode', 'in', [...codes].slice(0, MOST_CODES))
    .where('disabled', '=', false)
    .execute()
  const byDomain = Map.groupBy(rows, (row) => row.domain!)
  return new Map([...byDomain].map(([domain, some]) => [domain, byShortcode(some)]))
}

function byShortcode(emojis: readonly Emoji[]): ReadonlyMap<string, Emoji> {
  return new Map(emojis.map((emoji) => [emoji.shortcode, emoji]))
}

/** The emoji of the author's own server. */
export function emojisOf(
  domain: string | null,
  local: ReadonlyMap<string, Emoji>,
  remote: RemoteEmojis,
): ReadonlyMap<string, Emoji> {
  return domain === null ? local : (remote.get(domain) ?? NONE)
}

const NONE: ReadonlyMap<string, Emoji> = new Map()
