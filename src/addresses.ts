import type { Config } from './config.ts'

type Origin = Pick<Config, 'origin'>

/** Federation ids, for ever: a name is never given twice. */
export function accountUri({ origin }: Origin, username: string): string {
  return `${origin}/users/${username}`
}

/** The page for people. */
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

/** Where a stored file is served. */
export function fileUrl({ origin }: Origin, key: string): string {
  return `${origin}/system/${key}`
}

/** A file that ships with the server (`src/web/assets`). */
export function assetUrl({ origin }: Origin, name: string): string {
  return `${origin}/assets/${name}`
}

/** Where activities for an account of this server go. */
export function inboxUri(accountUri: string): string {
  return `${accountUri}/inbox`
}

/** Where activities for anybody here go. */
export function sharedInboxUri({ origin }: Origin): string {
  return `${origin}/inbox`
}

/** The actor that stands for the server itself: it signs what we fetch. */
export function instanceActorUri({ origin }: Origin): string {
  return `${origin}/actor`
}

/** Its user name: the host, without the port, which no user name may hold. */
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

/** Who of a server follows an account, for that server to read (FEP-8fcf). */
export function followersSynchronizationUri(accountUri: string): string {
  return `${accountUri}/followers_synchronization`
}

/** Pinned statuses. */
export function featuredUri(accountUri: string): string {
  return `${accountUri}/collections/featured`
}

/**
 * The id of an activity that has no page of its own.
 *
 * @param kind in the plural, such as `likes`
 * @param id of the row that it is about
 */
export function activityUri(accountUri: string, kind: string, id: string): string {
  return `${accountUri}#${kind}/${id}`
}

/** Where the picture of a link's preview is read through this server. */
export function proxiedCardUrl({ origin }: Origin, id: string): string {
  return `${origin}/proxy/cards/${id}`
}

/**
 * Where a file of a remote status is read through this server.
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
 * Where a picture of a remote account is read through this server.
 *
 * @param version another one for another picture, as what is served may be kept for long
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

/** Where a custom emoji of another server is read through this one. */
export function proxiedEmojiUrl(
  { origin }: Origin,
  id: string,
  version: string,
): { url: string; staticUrl: string } {
  const address = `${origin}/proxy/emojis/${id}`
  return { url: `${address}?v=${version}`, staticUrl: `${address}/static?v=${version}` }
}

/** Federation id of a custom emoji of ours. */
export function emojiUri({ origin }: Origin, id: string): string {
  return `${origin}/emojis/${id}`
}

/** Hashtags that an account features. */
export function featuredTagsUri(accountUri: string): string {
  return `${accountUri}/collections/tags`
}

export function outboxUri(accountUri: string): string {
  return `${accountUri}/outbox`
}

/** The page of those of an account's statuses that have a tag. @param accountUrl as `account.url` */
export function taggedUrl(accountUrl: string, name: string): string {
  return `${accountUrl}/tagged/${encodeURIComponent(name)}`
}

/** A conversation that was begun here. @see https://w3id.org/fep/7888 */
export function contextUri({ origin }: Origin, conversationId: string): string {
  return `${origin}/contexts/${conversationId}`
}

/** Consent to a quote, given here (FEP-044f). @param quoteId of the `quote` row */
export function quoteAuthorizationUri(accountUri: string, quoteId: string): string {
  return `${accountUri}/quote_authorizations/${quoteId}`
}

/** Where a collection of accounts, and what belongs to it, is; by ids, as Mastodon has it (FEP-7aa9). */
function numberedUri({ origin }: Origin, accountId: string): string {
  return `${origin}/ap/users/${accountId}`
}

/** The collections of an account. */
export function featuredCollectionsUri(config: Origin, accountId: string): string {
  return `${numberedUri(config, accountId)}/featured_collections`
}

export function collectionUri(config: Origin, accountId: string, id: string): string {
  return `${numberedUri(config, accountId)}/collections/${id}`
}

/** Its page for people. */
export function collectionUrl({ origin }: Origin, id: string): string {
  return `${origin}/collections/${id}`
}

/** @param accountId whose collection it is */
export function collectionItemUri(config: Origin, accountId: string, itemId: string): string {
  return `${numberedUri(config, accountId)}/collection_items/${itemId}`
}

/** Consent to be featured, given here. @param accountId who is featured */
export function featureAuthorizationUri(config: Origin, accountId: string, itemId: string): string {
  return `${numberedUri(config, accountId)}/feature_authorizations/${itemId}`
}
