import { type Document, PUBLIC } from '../../kernel/activitypub/as2.ts'
import { multibaseOf } from '../../kernel/activitypub/multikey.ts'
import type { Config } from '../../kernel/base/config.ts'
import { DAY } from '../../kernel/base/durations.ts'
import { isoSeconds } from '../../kernel/base/json.ts'
import {
  accountUrl,
  featuredCollectionsUri,
  featuredTagsUri,
  featuredUri,
  fileUrl,
  followersUri,
  followingUri,
  inboxUri,
  outboxUri,
  sharedInboxUri,
  tagUrl,
} from '../../kernel/base/urls.ts'
import type { App } from '../../kernel/core/app.ts'
import { prepared } from '../../kernel/db/prepared.ts'
import { contentTypeOfKey } from '../../kernel/storage/keys.ts'
import { extractEntities } from '../../kernel/text/extract.ts'
import { formatAccountField } from '../../kernel/text/format.ts'
import { normalizeTag } from '../../kernel/text/tags.ts'
import { emojiDocument, loadEmojisOf } from '../emojis/federation/document.ts'
import { featurePolicyOf } from './feature-policy.ts'
import { publicKeys } from './keys.ts'
import { findMentioned, mentionHandles } from './mentioned.ts'
import { noteHtml } from './note.ts'

const localById = prepared((db, p: { accountId: string }) =>
  db
    .selectFrom('account')
    .leftJoin('account as target', 'target.id', 'account.moved_to_id')
    .where('account.id', '=', p.accountId)
    .where('account.domain', 'is', null)
    .selectAll('account')
    .select('target.uri as moved_to_uri'),
)

type LocalRow = Awaited<ReturnType<typeof localById>>[number]

/**
 * The actor document of a local account, without `@context`.
 *
 * @returns null if there is no such local account
 * @see https://docs.joinmastodon.org/spec/activitypub/#profile
 */
export async function loadActor(app: App, accountId: string): Promise<Document | null> {
  const [row] = await localById(app.db, { accountId })
  if (row === undefined) return null
  const base = {
    ...nameMembers(row),
    ...addressMembers(app.config, row),
    ...(await keyMembers(app, row)),
  }
  if (row.suspended_at !== null || row.deleted_at !== null) return { ...base, ...BLANK }
  return {
    ...base,
    ...flagMembers(row),
    ...pictureMembers(app.config, row),
    ...identityMembers(row),
    ...(await textMembers(app, row)),
  }
}

/**
 * The minimal actor document, enough to verify the account's signatures, for unsigned requests
 * while the server requires signatures (S-415).
 */
export async function loadActorStub(app: App, accountId: string): Promise<Document | null> {
  const [row] = await localById(app.db, { accountId })
  if (row === undefined) return null
  return { ...nameMembers(row), inbox: inboxUri(row.uri), ...(await keyMembers(app, row)) }
}

/** The profile of a suspended account. */
const BLANK: Document = {
  name: '',
  summary: '',
  manuallyApprovesFollowers: false,
  discoverable: false,
  indexable: false,
  suspended: true,
  tag: [],
  attachment: [],
}

function nameMembers(row: LocalRow): Document {
  return { id: row.uri, type: row.actor_type, preferredUsername: row.username }
}

function addressMembers(config: Config, { id, uri, username }: LocalRow): Document {
  return {
    url: accountUrl(config, username),
    inbox: inboxUri(uri),
    outbox: outboxUri(uri),
    followers: followersUri(uri),
    following: followingUri(uri),
    featured: featuredUri(uri),
    featuredTags: featuredTagsUri(uri),
    featuredCollections: featuredCollectionsUri(config, id),
    endpoints: { sharedInbox: sharedInboxUri(config) },
  }
}

async function keyMembers(app: App, { id, uri }: LocalRow): Promise<Document> {
  const { rsa, ed25519 } = await publicKeys(app, id)
  return {
    publicKey: { id: rsa.uri, owner: uri, publicKeyPem: rsa.pem },
    assertionMethod: [
      {
        id: ed25519.uri,
        type: 'Multikey',
        controller: uri,
        publicKeyMultibase: multibaseOf(ed25519.key),
      },
    ],
  }
}

function flagMembers(row: LocalRow): Document {
  return {
    manuallyApprovesFollowers: row.locked,
    discoverable: row.discoverable ?? false,
    indexable: row.indexable,
    memorial: row.memorial,
    showMedia: row.show_media,
    showRepliesInMedia: row.show_media_replies,
    showFeatured: row.show_featured,
    interactionPolicy: interactionPolicy(row),
    published: isoSeconds(Math.floor(row.created_at / DAY) * DAY),
  }
}

/**
 * The accounts that may feature this one; the account's own id stands for nobody.
 * @see https://w3id.org/fep/7aa9
 */
function interactionPolicy(row: LocalRow): Document {
  const [circle] = featurePolicyOf(row)?.automatic ?? []
  const shared = circle === 'public' ? PUBLIC : followersUri(row.uri)
  return { canFeature: { automaticApproval: [circle === undefined ? row.uri : shared] } }
}

function identityMembers(row: LocalRow): Document {
  return {
    ...(row.also_known_as.length === 0 ? {} : { alsoKnownAs: row.also_known_as }),
    ...(row.moved_to_uri === null ? {} : { movedTo: row.moved_to_uri }),
    ...(row.attribution_domains.length === 0
      ? {}
      : { attributionDomains: row.attribution_domains }),
  }
}

function pictureMembers(config: Config, row: LocalRow): Document {
  const { avatar_key, avatar_description, header_key, header_description } = row
  return {
    ...(avatar_key === null ? {} : { icon: picture(config, avatar_key, avatar_description) }),
    ...(header_key === null ? {} : { image: picture(config, header_key, header_description) }),
  }
}

function picture(config: Config, key: string, description: string): Document {
  return {
    type: 'Image',
    mediaType: contentTypeOfKey(key),
    ...(description === '' ? {} : { summary: description }),
    url: fileUrl(config, key),
  }
}

async function textMembers(app: App, row: LocalRow): Promise<Document> {
  const { db, config } = app
  const mentions = await findMentioned(db, config, mentionHandles(row.note))
  const fields = row.fields.flatMap(({ name, value }) => [name, value])
  const emojis = await loadEmojisOf(db, [row.display_name, row.note, ...fields])
  return {
    name: row.display_name,
    summary: noteHtml(config, row.note, mentions),
    attachment: row.fields.map(({ name, value }) => ({
      type: 'PropertyValue',
      name,
      value: formatAccountField(value),
    })),
    tag: [
      ...hashtags(config, row.note),
      ...[...emojis.values()].map((emoji) => emojiDocument(config, emoji)),
    ],
  }
}

function hashtags(config: Config, note: string): Document[] {
  const names = extractEntities(note).flatMap((entity) =>
    entity.kind === 'hashtag' ? (normalizeTag(entity.name) ?? []) : [],
  )
  return [...new Set(names)].map((name) => ({
    type: 'Hashtag',
    href: tagUrl(config, name),
    name: `#${name}`,
  }))
}
