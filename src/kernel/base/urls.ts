import type { Config } from './config.ts'

type Origin = Pick<Config, 'origin'>

/** The federation id of an account, permanent: a user name is never reused. */
export function accountUri({ origin }: Origin, username: string): string {
  return `${origin}/users/${username}`
}

/** The account's profile page. */
export function accountUrl({ origin }: Origin, username: string): string {
  return `${origin}/@${username}`
}

export function statusUri({ origin }: Origin, username: string, statusId: string): string {
  return `${origin}/users/${username}/statuses/${statusId}`
}

export function statusUrl({ origin }: Origin, username: string, statusId: string): string {
  return `${origin}/@${username}/${statusId}`
}

/** @param name normalised or as written */
export function tagUrl({ origin }: Origin, name: string): string {
  return `${origin}/tags/${encodeURIComponent(name)}`
}

/** The public URL of a stored file: at this server, or where the operator has the files served. */
export function fileUrl(
  { origin, mediaBaseUrl }: Pick<Config, 'origin' | 'mediaBaseUrl'>,
  key: string,
): string {
  return mediaBaseUrl === null ? `${origin}/system/${key}` : `${mediaBaseUrl}/${key}`
}

/** The address at this server of a stored file with this public URL; null: it is the URL of none. */
export function servedFileUrl(
  { origin, mediaBaseUrl }: Pick<Config, 'origin' | 'mediaBaseUrl'>,
  url: string,
): string | null {
  if (mediaBaseUrl === null || !url.startsWith(`${mediaBaseUrl}/`)) return null
  return `${origin}/system/${url.slice(mediaBaseUrl.length + 1)}`
}

/** A file that ships with the server (`src/surfaces/pages/assets`). */
export function assetUrl({ origin }: Origin, name: string): string {
  return `${origin}/assets/${name}`
}

/** The inbox of a local account. */
export function inboxUri(accountUri: string): string {
  return `${accountUri}/inbox`
}

/** The shared inbox of this server. */
export function sharedInboxUri({ origin }: Origin): string {
  return `${origin}/inbox`
}

/** The instance actor: it signs our fetches. */
export function instanceActorUri({ origin }: Origin): string {
  return `${origin}/actor`
}

/** The instance actor's user name: the host without its port, which a user name cannot contain. */
export function instanceActorName({ origin }: Origin): string {
  return new URL(origin).hostname.replace(/^\[|\]$/g, '').replaceAll(':', '-')
}

export function rsaKeyUri(actorUri: string): string {
  return `${actorUri}#main-key`
}

export function ed25519KeyUri(actorUri: string): string {
  return `${actorUri}#ed25519-key`
}

export function followersUri(accountUri: string): string {
  return `${accountUri}/followers`
}

export function followingUri(accountUri: string): string {
  return `${accountUri}/following`
}

/** The followers of an account on the requesting server (FEP-8fcf). */
export function followersSynchronizationUri(accountUri: string): string {
  return `${accountUri}/followers_synchronization`
}

/** The collection of pinned statuses. */
export function featuredUri(accountUri: string): string {
  return `${accountUri}/collections/featured`
}

/**
 * The id of an activity without a page of its own.
 *
 * @param kind in the plural, such as `likes`
 * @param id of the row that the activity is about
 */
export function activityUri(accountUri: string, kind: string, id: string): string {
  return `${accountUri}#${kind}/${id}`
}

/** The image of a link preview, proxied by this server. */
export function proxiedCardUrl({ origin }: Origin, id: string): string {
  return `${origin}/proxy/cards/${id}`
}

/**
 * A file of a remote status, proxied by this server.
 * @param key `media_attachment.proxy_name`
 */
export function proxiedMediaUrl(
  { origin }: Origin,
  key: string,
  size: 'original' | 'small',
): string {
  return `${origin}/proxy/media/${key}/${size}`
}

/**
 * A picture of a remote account, proxied by this server.
 *
 * @param version changes with the picture, as responses may be cached for long
 */
export function proxiedPictureUrl(
  { origin }: Origin,
  accountId: string,
  kind: 'avatar' | 'header',
  version: string,
): { url: string; staticUrl: string } {
  const address = `${origin}/proxy/accounts/${accountId}/${kind}`
  return { url: `${address}?v=${version}`, staticUrl: `${address}/static?v=${version}` }
}

/** A custom emoji of another server, proxied by this server. */
export function proxiedEmojiUrl(
  { origin }: Origin,
  id: string,
  version: string,
): { url: string; staticUrl: string } {
  const address = `${origin}/proxy/emojis/${id}`
  return { url: `${address}?v=${version}`, staticUrl: `${address}/static?v=${version}` }
}

/** Federation id of a local custom emoji. */
export function emojiUri({ origin }: Origin, id: string): string {
  return `${origin}/emojis/${id}`
}

/** The collection of hashtags that an account features. */
export function featuredTagsUri(accountUri: string): string {
  return `${accountUri}/collections/tags`
}

export function outboxUri(accountUri: string): string {
  return `${accountUri}/outbox`
}

/** The page of an account's statuses with a tag. @param accountUrl as `account.url` */
export function taggedUrl(accountUrl: string, name: string): string {
  return `${accountUrl}/tagged/${encodeURIComponent(name)}`
}

/** A conversation that began on this server. @see https://w3id.org/fep/7888 */
export function contextUri({ origin }: Origin, conversationId: string): string {
  return `${origin}/contexts/${conversationId}`
}

/** An authorization of a quote, issued here (FEP-044f). @param quoteId of the `quote` row */
export function quoteAuthorizationUri(accountUri: string, quoteId: string): string {
  return `${accountUri}/quote_authorizations/${quoteId}`
}

/** Base of the URIs of account collections; it contains ids, as in Mastodon (FEP-7aa9). */
function numberedUri({ origin }: Origin, accountId: string): string {
  return `${origin}/ap/users/${accountId}`
}

/** The list of an account's collections. */
export function featuredCollectionsUri(config: Origin, accountId: string): string {
  return `${numberedUri(config, accountId)}/featured_collections`
}

export function collectionUri(config: Origin, accountId: string, id: string): string {
  return `${numberedUri(config, accountId)}/collections/${id}`
}

/** The collection's HTML page. */
export function collectionUrl({ origin }: Origin, id: string): string {
  return `${origin}/collections/${id}`
}

/** @param accountId owner of the collection */
export function collectionItemUri(config: Origin, accountId: string, itemId: string): string {
  return `${numberedUri(config, accountId)}/collection_items/${itemId}`
}

/** A consent to be featured, issued here. @param accountId the featured account */
export function featureAuthorizationUri(config: Origin, accountId: string, itemId: string): string {
  return `${numberedUri(config, accountId)}/feature_authorizations/${itemId}`
}
