import {
  type Document,
  documentOf,
  flagOf,
  idOf,
  idsOf,
  listOf,
  textOf,
  timeOf,
  typesOf,
  urlOf,
} from '../../../kernel/activitypub/as2.ts'
import type { ProvedDocument, ProvedId } from '../../../kernel/activitypub/proved-document.ts'
import { parseUrl } from '../../../kernel/base/parse-url.ts'
import { sameOrigin } from '../../../kernel/net/origin.ts'
import { registrableDomain } from '../../../kernel/net/registrable-domain.ts'
import { cutHtml, MAX_PROFILE_BYTES } from '../../../kernel/text/cut-html.ts'
import { sanitizeStatusHtml } from '../../../kernel/text/sanitize.ts'
import { type RemoteEmoji, readEmojis } from '../../emojis/remote.ts'
import { type FeaturePolicy, readFeaturePolicy } from '../feature-policy.ts'
import { normalizeHost } from '../handles.ts'
import type { ActorType } from '../tables.ts'
import { type ListedKey, readKeys } from './read-keys.ts'

/** An account as its own server describes it, cut to our limits. */
export interface RemoteProfile {
  uri: ProvedId
  type: ActorType
  username: string
  /** the handle that it states, `name@domain` in lower case; null if none */
  handle: string | null
  url: string
  displayName: string
  /** sanitised HTML */
  note: string
  fields: { name: string; value: string }[]
  avatar: RemotePicture | null
  header: RemotePicture | null
  locked: boolean
  discoverable: boolean
  indexable: boolean
  memorial: boolean
  showMedia: boolean
  showMediaReplies: boolean
  showFeatured: boolean
  featurePolicy: FeaturePolicy | null
  suspended: boolean
  attributionDomains: string[]
  alsoKnownAs: string[]
  movedToUri: string | null
  /** ms since 1970 or null */
  createdAt: number | null
  inboxUri: string
  sharedInboxUri: string | null
  outboxUri: string | null
  followersUri: string | null
  followingUri: string | null
  featuredUri: string | null
  featuredTagsUri: string | null
  featuredCollectionsUri: string | null
  keys: ListedKey[]
  emojis: RemoteEmoji[]
}

export interface RemotePicture {
  url: string
  description: string
}

export const ACTOR_TYPES: readonly ActorType[] = [
  'Person',
  'Service',
  'Group',
  'Organization',
  'Application',
]

const USERNAME = /^[a-z0-9_](?:[a-z0-9_.-]{0,253}[a-z0-9_])?$/i

/** characters, or number of items; generous, as other servers have limits of their own */
const MOST = {
  displayName: 500,
  note: 20_000,
  fields: 50,
  fieldName: 500,
  fieldValue: 2_000,
  description: 1_500,
  attributionDomains: 100,
  alsoKnownAs: 100,
}

/**
 * Reads an actor as Mastodon, Misskey, Pleroma, GoToSocial, Lemmy, PeerTube, Pixelfed, WordPress
 * and Threads write it. URIs on another origin are left out, so that no actor can claim another's
 * collection or redirect another's deliveries.
 *
 * @returns null if it is no actor, or has no usable inbox or name
 */
export function readActor(document: ProvedDocument): RemoteProfile | null {
  const uri = document.id
  const type = typesOf(document).find((name) => ACTOR_TYPES.includes(name as ActorType))
  const username = textOf(document.preferredUsername) ?? ''
  const inboxUri = idOf(document.inbox)
  if (type === undefined || inboxUri === null || !USERNAME.test(username)) return null
  if (!sameSite(inboxUri, uri)) return null
  const addresses = readAddresses(document, uri)
  return {
    uri,
    type: type as ActorType,
    username,
    inboxUri,
    handle: readHandle(document.webfinger, username),
    ...readTexts(document),
    ...readFlags(document),
    ...addresses,
    featurePolicy: readFeaturePolicy(document, { ...addresses, uri }),
    avatar: readPicture(document.icon),
    header: readPicture(document.image),
    attributionDomains: readDomains(document.attributionDomains),
    alsoKnownAs: [...new Set(idsOf(document.alsoKnownAs))].slice(0, MOST.alsoKnownAs),
    movedToUri: idOf(document.movedTo),
    createdAt: timeOf(document.published),
    keys: readKeys(document, uri),
    emojis: readEmojis(document),
  }
}

/** @see https://codeberg.org/fediverse/fep/src/branch/main/fep/2c59/fep-2c59.md */
function readHandle(value: unknown, username: string): string | null {
  const [name, host, ...more] = (textOf(value) ?? '')
    .replace(/^acct:/i, '')
    .replace(/^@/, '')
    .split('@')
  const domain = host === undefined ? null : normalizeHost(host)
  if (domain === null || more.length > 0) return null
  return name?.toLowerCase() === username.toLowerCase() ? `${name.toLowerCase()}@${domain}` : null
}

function readTexts(document: Document) {
  return {
    displayName: oneLine(textOf(document.name) ?? '', MOST.displayName),
    note: htmlOf(textOf(document.summary) ?? '', MOST.note),
    fields: readFields(document.attachment),
  }
}

function readFields(attachment: unknown): RemoteProfile['fields'] {
  const listed = listOf(attachment)
    .map(documentOf)
    .filter((entry) => entry !== null)
    .filter((entry) => typesOf(entry).includes('PropertyValue'))
  // cut before the texts are sanitised, which is expensive (A78)
  const fields = listed.slice(0, MOST.fields).flatMap((field) => {
    const name = oneLine(textOf(field.name) ?? '', MOST.fieldName)
    const value = htmlOf(textOf(field.value) ?? '', MOST.fieldValue)
    return name === '' && value === '' ? [] : [{ name, value }]
  })
  let room: number = MAX_PROFILE_BYTES
  return fields.filter(({ name, value }) => {
    room -= Buffer.byteLength(name) + Buffer.byteLength(value)
    return room >= 0
  })
}

function oneLine(text: string, most: number): string {
  return cut(text, most)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
}

/**
 * Cut before sanitising, which closes open elements, and again afterwards, as sanitising may
 * lengthen it.
 */
function htmlOf(html: string, most: number): string {
  return cutHtml(sanitizeStatusHtml(cut(html, most)), MAX_PROFILE_BYTES)
}

function cut(text: string, most: number): string {
  return text.slice(0, most).toWellFormed()
}

function readFlags(document: Document) {
  return {
    locked: flagOf(document.manuallyApprovesFollowers) ?? false,
    discoverable: flagOf(document.discoverable) ?? false,
    indexable: flagOf(document.indexable) ?? false,
    memorial: flagOf(document.memorial) ?? false,
    suspended: flagOf(document.suspended) ?? false,
    showMedia: flagOf(document.showMedia) ?? true,
    showMediaReplies: flagOf(document.showRepliesInMedia) ?? true,
    showFeatured: flagOf(document.showFeatured) ?? true,
  }
}

function readAddresses(document: Document, uri: string) {
  const own = (value: unknown) => {
    const id = idOf(value)
    return id !== null && sameOrigin(id, uri) ? id : null
  }
  const page = urlOf(document.url)
  const sharedInbox = idOf(documentOf(document.endpoints)?.sharedInbox ?? document.sharedInbox)
  return {
    url: page !== null && sameSite(page, uri) ? page : uri,
    sharedInboxUri: sharedInbox !== null && sameSite(sharedInbox, uri) ? sharedInbox : null,
    outboxUri: own(document.outbox),
    followersUri: own(document.followers),
    followingUri: own(document.following),
    featuredUri: own(document.featured),
    featuredTagsUri: own(document.featuredTags),
    featuredCollectionsUri: own(document.featuredCollections),
  }
}

/**
 * Whether both hosts have the same owner: one is a subdomain of the other and neither is a public
 * suffix. Sibling hosts may have different owners: no list has every suffix (A11).
 */
function sameSite(a: string, b: string): boolean {
  const [one, other] = [parseUrl(a)?.hostname, parseUrl(b)?.hostname]
  if (one === undefined || other === undefined) return false
  if (one === other) return true
  const isRelated = one.endsWith(`.${other}`) || other.endsWith(`.${one}`)
  return isRelated && registrableDomain(one) === registrableDomain(other)
}

/** PeerTube lists several sizes; any of them will do. */
function readPicture(value: unknown): RemotePicture | null {
  const [first] = listOf(value)
  const picture = documentOf(first)
  const url = urlOf(picture?.url ?? picture?.href ?? first, ['image/png', 'image/jpeg'])
  if (url === null) return null
  const description = textOf(picture?.summary) ?? textOf(picture?.name) ?? ''
  return { url, description: oneLine(description, MOST.description) }
}

function readDomains(value: unknown): string[] {
  const domains = listOf(value)
    .slice(0, MOST.attributionDomains)
    .map((domain) => (typeof domain === 'string' ? normalizeHost(domain) : null))
    .filter((domain) => domain !== null)
  return [...new Set(domains)]
}
