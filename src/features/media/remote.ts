import { randomBytes } from 'node:crypto'
import {
  type Document,
  documentOf,
  isOfType,
  linkOf,
  listOf,
  textOf,
  urlOf,
} from '../../kernel/activitypub/as2.ts'
import { parseUrl } from '../../kernel/base/parse-url.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import { contentTypeOfExtension } from '../../kernel/storage/content-types.ts'

/** An attachment of a remote object. */
export interface RemoteMedia {
  type: 'image' | 'gifv' | 'video' | 'audio' | 'unknown'
  url: string
  previewUrl: string | null
  contentType: string
  description: string | null
  blurhash: string | null
  width: number | null
  height: number | null
  /** -1…1 each */
  focus: { x: number; y: number } | null
  /** seconds */
  duration: number | null
}

/** Some servers allow more than four; clients show them. */
const MAX_ATTACHMENTS = 16
const MAX_DESCRIPTION = 10_000
/** maximum of characters of all descriptions of one status */
const MAX_DESCRIPTIONS = 40_000
/** maximum of former attachments, which the history shows */
const MOST_KEPT = 64

const MEDIA_TYPES = ['Document', 'Image', 'Audio', 'Video', 'Link']
const FILE_TYPES = ['Image', 'Audio', 'Video']

/** The attachments of a Note, or the file of a Video, Audio or Image, in every known form. */
export function readAttachments(object: Document): RemoteMedia[] {
  const own = isOfType(object, FILE_TYPES) ? [object] : []
  const media = [...own, ...listOf(object.attachment)]
    .slice(0, MAX_ATTACHMENTS * 4)
    .map((entry) => readAttachment(documentOf(entry)))
    .filter((item) => item !== null)
  let room = MAX_DESCRIPTIONS
  const different = [...new Map(media.map((item) => [item.url, item])).values()]
  return different.slice(0, MAX_ATTACHMENTS).map((item) => {
    const description = item.description?.slice(0, room).toWellFormed() ?? null
    room -= description?.length ?? 0
    return { ...item, description }
  })
}

function readAttachment(entry: Document | null): RemoteMedia | null {
  if (entry === null || !isOfType(entry, MEDIA_TYPES)) return null
  const file = fileOf(entry)
  if (file === null) return null
  return {
    type: kindOf(file.contentType),
    url: file.href,
    previewUrl: urlOf(documentOf(listOf(entry.icon)[0])?.url ?? entry.icon, ['image/']),
    contentType: file.contentType,
    description: descriptionOf(entry),
    blurhash: blurhashOf(entry.blurhash),
    width: lengthOf(entry.width ?? file.width),
    height: lengthOf(entry.height ?? file.height),
    focus: focusOf(entry.focalPoint),
    duration: durationOf(entry.duration),
  }
}

/** GoToSocial uses `summary`, most others `name`; the first non-empty one counts (S-552). */
function descriptionOf(entry: Document): string | null {
  const text = textOf(entry.summary)?.trim() || textOf(entry.name)
  return text?.slice(0, MAX_DESCRIPTION).toWellFormed() ?? null
}

interface File {
  href: string
  contentType: string
  width?: unknown
  height?: unknown
}

/**
 * The file itself: PeerTube lists a page, playlists and files of several sizes, the files of a
 * playlist under its `tag`.
 */
function fileOf(entry: Document): File | null {
  const links = listOf(entry.url ?? entry.href).flatMap((url) => [url, ...nestedLinks(url)])
  const files = links.map((link) => asFile(link, entry)).filter((file) => file !== null)
  return files.find(({ contentType }) => kindOf(contentType) !== 'unknown') ?? files[0] ?? null
}

function nestedLinks(url: unknown): unknown[] {
  return listOf(documentOf(url)?.tag).filter((tag) => isOfType(tag, ['Link']))
}

function asFile(entry: unknown, owner: Document): File | null {
  const link = linkOf(entry)
  if (link === null) return null
  const declared = link.type ?? textOf(owner.mediaType) ?? typeByExtension(link.href)
  const contentType = declared?.split(';')[0]?.trim().toLowerCase() ?? defaultType(owner)
  if (contentType === 'text/html' || contentType.includes('mpegurl')) return null
  const size = documentOf(entry)
  return { href: link.href, contentType, width: size?.width, height: size?.height }
}

function typeByExtension(href: string): string | null {
  const extension = /\.([a-z0-9]{2,4})$/i.exec(parseUrl(href)?.pathname ?? '')?.[1]?.toLowerCase()
  return extension === 'jpeg' ? 'image/jpeg' : contentTypeOfExtension(extension)
}

function defaultType(owner: Document): string {
  if (isOfType(owner, ['Image'])) return 'image/jpeg'
  if (isOfType(owner, ['Video'])) return 'video/mp4'
  return isOfType(owner, ['Audio']) ? 'audio/mpeg' : 'application/octet-stream'
}

/** The types that clients show; SVG is never shown as an image (A40). */
function kindOf(contentType: string): RemoteMedia['type'] {
  if (contentType === 'image/svg+xml') return 'unknown'
  const kind = contentType.split('/')[0]
  return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'unknown'
}

function blurhashOf(value: unknown): string | null {
  return typeof value === 'string' && /^[\x21-\x7e]{6,100}$/.test(value) ? value : null
}

function lengthOf(value: unknown): number | null {
  return typeof value === 'number' && value >= 1 && value <= 100_000 ? Math.round(value) : null
}

function focusOf(value: unknown): RemoteMedia['focus'] {
  const [x, y] = listOf(value)
  if (typeof x !== 'number' || typeof y !== 'number') return null
  return Math.abs(x) <= 1 && Math.abs(y) <= 1 ? { x, y } : null
}

/** Seconds, or ISO 8601 as in PT1M30S. */
function durationOf(value: unknown): number | null {
  if (typeof value === 'number') return value > 0 && value < 1e6 ? value : null
  const parts = /^PT(?:(\d{1,3})H)?(?:(\d{1,5})M)?(?:(\d{1,6}(?:\.\d{1,6})?)S)?$/.exec(
    textOf(value) ?? '',
  )
  if (parts === null) return null
  const [, hours = 0, minutes = 0, seconds = 0] = parts
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

/**
 * Replaces the attachments of a remote status; those with the same URL keep their rows.
 * @returns their ids in order, for `status.media_ids`
 */
export async function saveRemoteMedia(
  tx: Tx,
  owner: { accountId: string; statusId: string },
  media: readonly RemoteMedia[],
): Promise<string[]> {
  const known = await tx.db
    .selectFrom('media_attachment')
    .select(['id', 'remote_url', 'meta', 'blurhash'])
    .where('status_id', '=', owner.statusId)
    .execute()
  const rowByUrl = new Map(known.map((row) => [row.remote_url, row]))
  const ids: string[] = []
  for (const item of media) {
    const row = rowByUrl.get(item.url)
    ids.push(row?.id ?? (await insertMedia(tx, owner, item)))
    if (row !== undefined) await updateMedia(tx, row, item)
  }
  if (known.length > MOST_KEPT) await removeOthers(tx, owner.statusId, ids)
  return ids
}

async function insertMedia(
  tx: Tx,
  owner: { accountId: string; statusId: string },
  item: RemoteMedia,
): Promise<string> {
  const id = tx.newId()
  await tx.db
    .insertInto('media_attachment')
    .values({
      id,
      account_id: owner.accountId,
      status_id: owner.statusId,
      state: 'ready',
      file_key: null,
      preview_key: null,
      upload_key: null,
      size: 0,
      error: null,
      // files that cannot be shown are linked
      proxy_name: item.type === 'unknown' ? null : randomBytes(16).toString('hex'),
      created_at: tx.now,
      ...columnsOf(item),
    })
    .execute()
  return id
}

/** Measured properties that the file's server does not state stay. */
async function updateMedia(
  tx: Tx,
  { id, meta, blurhash }: { id: string; meta: Record<string, unknown>; blurhash: string | null },
  item: RemoteMedia,
): Promise<void> {
  const { original, small } = meta
  const found = { ...(original ? { original } : {}), ...(small ? { small } : {}) }
  await tx.db
    .updateTable('media_attachment')
    .set((eb) => ({
      ...columnsOf(item),
      blurhash: item.blurhash ?? blurhash,
      meta: JSON.stringify({ ...found, ...metaOf(item) }),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}

function columnsOf(item: RemoteMedia) {
  return {
    type: item.type,
    content_type: item.contentType,
    remote_url: item.url,
    preview_remote_url: item.previewUrl,
    description: item.description,
    blurhash: item.blurhash,
    meta: JSON.stringify(metaOf(item)),
  }
}

function metaOf({ width, height, focus, duration }: RemoteMedia): Record<string, unknown> {
  const size =
    width === null || height === null
      ? {}
      : { width, height, size: `${width}x${height}`, aspect: width / height }
  const original = duration === null ? size : { ...size, duration }
  return {
    ...(Object.keys(original).length === 0 ? {} : { original }),
    ...(focus === null ? {} : { focus }),
  }
}

async function removeOthers(tx: Tx, statusId: string, ids: readonly string[]): Promise<void> {
  await tx.db
    .deleteFrom('media_attachment')
    .where('status_id', '=', statusId)
    .$if(ids.length > 0, (query) => query.where((eb) => eb.not(idIn(tx.db, 'id', ids))))
    .execute()
}
