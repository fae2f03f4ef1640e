import type { App } from '../app.ts'
import { prepared } from '../db/prepared.ts'
import { NotFound } from '../errors.ts'
import { domainPolicy } from '../instance/domain-policy.ts'

/** What is made of a remote file before it is kept. */
export type Making = 'avatar' | 'header' | 'emoji' | 'picture' | 'preview' | 'file'

/** A file of another server that people here may see. */
export interface Source {
  /** what it is kept under */
  id: string
  url: string
  making: Making
  /** what lacks its size or blurhash until the file was fetched */
  describes?: Described
  /** its owner is suspended: nobody else may have it from a cache */
  forStaff?: boolean
}

/** A row that a picture is of; the part of an attachment may be its preview only, or one file for both. */
export type Described =
  | { kind: 'card'; id: string }
  | { kind: 'media'; id: string; part: 'original' | 'preview' | 'both' }

const mediaByKey = prepared((db, p: { key: string }) =>
  db
    .selectFrom('media_attachment')
    .innerJoin('account', 'account.id', 'media_attachment.account_id')
    .where('media_attachment.proxy_name', '=', p.key)
    .select([
      'account.suspended_at',
      'media_attachment.id',
      'media_attachment.meta',
      'media_attachment.blurhash',
      'media_attachment.type',
      'media_attachment.remote_url',
      'media_attachment.preview_remote_url',
      'account.domain',
    ]),
)

/**
 * @param evenSuspended for the staff, who sees what is reported
 * @throws NotFound
 */
export async function getMediaSource(
  app: App,
  key: string,
  size: 'original' | 'small',
  evenSuspended: boolean,
): Promise<Source> {
  const [media] = await mediaByKey(app.db, { key })
  if (media === undefined || media.remote_url === null) throw new NotFound()
  const forStaff = media.suspended_at !== null
  if (forStaff && !evenSuspended) throw new NotFound()
  if (!forStaff) await refuseRejected(app, media.domain)
  const id = `media/${key}/${size}`
  const isImage = media.type === 'image'
  if (size === 'original') {
    if (!isImage) return { id, url: media.remote_url, making: 'file', forStaff }
    return {
      id,
      url: media.remote_url,
      making: 'picture',
      forStaff,
      ...describing(media, 'original'),
    }
  }
  const url = media.preview_remote_url ?? (isImage ? media.remote_url : null)
  if (url === null) throw new NotFound()
  const part = media.preview_remote_url === null ? 'both' : 'preview'
  return { id, url, making: 'preview', forStaff, ...describing(media, part) }
}

function describing(
  { id, meta, blurhash }: { id: string; meta: object; blurhash: string | null },
  part: 'original' | 'preview' | 'both',
): Pick<Source, 'describes'> {
  const isKnown = blurhash !== null && (part === 'preview' ? 'small' : 'original') in meta
  return isKnown ? {} : { describes: { kind: 'media', id, part } }
}

const picturesOf = prepared((db, p: { id: string }) =>
  db
    .selectFrom('account')
    .where('id', '=', p.id)
    .where('suspended_at', 'is', null)
    .where('deleted_at', 'is', null)
    .select(['avatar_remote_url', 'header_remote_url', 'domain']),
)

/** @throws NotFound */
export async function getPictureSource(
  app: App,
  accountId: string,
  kind: 'avatar' | 'header',
): Promise<Source> {
  const [account] = await picturesOf(app.db, { id: accountId })
  const url = account?.[`${kind}_remote_url`] ?? null
  if (account === undefined || url === null) throw new NotFound()
  await refuseRejected(app, account.domain)
  return { id: `account/${accountId}/${kind}`, url, making: kind }
}

const emojiById = prepared((db, p: { id: string }) =>
  db
    .selectFrom('custom_emoji')
    .where('id', '=', p.id)
    .where('disabled', '=', false)
    .select(['image_remote_url', 'domain']),
)

/** @throws NotFound */
export async function getEmojiSource(app: App, id: string): Promise<Source> {
  const [emoji] = await emojiById(app.db, { id })
  if (emoji === undefined || emoji.image_remote_url === null) throw new NotFound()
  await refuseRejected(app, emoji.domain)
  return { id: `emoji/${id}`, url: emoji.image_remote_url, making: 'emoji' }
}

const cardById = prepared((db, p: { id: string }) =>
  db.selectFrom('preview_card').where('id', '=', p.id).select(['image_remote_url', 'blurhash']),
)

/** @throws NotFound */
export async function getCardSource(app: App, id: string): Promise<Source> {
  const [card] = await cardById(app.db, { id })
  if (card === undefined || card.image_remote_url === null) throw new NotFound()
  const source = { id: `card/${id}`, url: card.image_remote_url, making: 'preview' as const }
  return card.blurhash === null ? { ...source, describes: { kind: 'card', id } } : source
}

async function refuseRejected(app: App, domain: string | null): Promise<void> {
  if (domain === null) return
  const policy = await app.cached.get(domainPolicy)
  if (policy.rejectsMedia(domain) || policy.isSuspended(domain)) throw new NotFound()
}
