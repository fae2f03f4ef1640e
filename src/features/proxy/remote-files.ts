import { NotFound } from '../../kernel/base/errors.ts'
import type { App } from '../../kernel/core/app.ts'
import { prepared } from '../../kernel/db/prepared.ts'
import { accountStays } from '../accounts/predicates.ts'
import { domainPolicy, domainsOf } from '../instance/domain-policy.ts'

/** The conversion of a remote file before it is cached. */
export type Making = 'avatar' | 'header' | 'emoji' | 'picture' | 'preview' | 'file'

/** A remote file that local users may see. */
export interface Source {
  /** its id in the cache */
  id: string
  url: string
  making: Making
  /** for requests; default: those of `making` */
  limits?: { maxBytes: number; maxRedirects: number }
  /** the row that lacks size or blurhash until the file is fetched */
  describes?: Described
  /** its owner is suspended: HTTP caches must not store it */
  forStaff?: boolean
}

/** The row of a picture; for an attachment, `part` is its preview, or one file for both. */
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
      'account.uri',
    ]),
)

/**
 * @param evenSuspended for the staff, who may see reported files
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
  if (!forStaff) await refuseRejected(app, domainsOf(media))
  const id = `media/${key}/${size}`
  const isImage = media.type === 'image'
  if (size === 'original') {
    const making = isImage ? 'picture' : 'file'
    const wanted = isImage ? describing(media, 'original') : describingRecording(media)
    return { id, url: media.remote_url, making, forStaff, ...wanted }
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

/** Audio has neither size nor blurhash. */
function describingRecording({
  id,
  type,
  meta,
  blurhash,
}: {
  id: string
  type: string
  meta: Record<string, unknown>
  blurhash: string | null
}): Pick<Source, 'describes'> {
  const { duration, width } = (meta.original ?? {}) as { duration?: number; width?: number }
  const isShown = type === 'audio' || (blurhash !== null && width !== undefined)
  const isKnown = duration !== undefined && isShown
  return isKnown ? {} : { describes: { kind: 'media', id, part: 'original' } }
}

const picturesOf = prepared((db, p: { id: string }) =>
  db
    .selectFrom('account')
    .where('id', '=', p.id)
    .where(accountStays())
    .select(['avatar_remote_url', 'header_remote_url', 'domain', 'uri']),
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
  await refuseRejected(app, domainsOf(account))
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
  await refuseRejected(app, emoji.domain === null ? [] : [emoji.domain])
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

async function refuseRejected(app: App, domains: readonly string[]): Promise<void> {
  const { rejectsMedia, isSuspended } = await app.cached.get(domainPolicy)
  if (domains.some(rejectsMedia) || domains.some(isSuspended)) throw new NotFound()
}
