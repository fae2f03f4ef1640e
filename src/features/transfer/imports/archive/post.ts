import {
  type Document,
  documentOf,
  idOf,
  isOfType,
  listOf,
  textOf,
} from '../../../../kernel/activitypub/as2.ts'
import { authorUriOf } from '../../../../kernel/activitypub/author.ts'
import type { Visibility } from '../../../../kernel/db/schema.ts'
import type { RemotePoll } from '../../../polls/remote.ts'
import {
  isStatusObject,
  type RemoteNote,
  readNote,
} from '../../../statuses/federation/reading/note.ts'
import type { QuotePolicy } from '../../../statuses/tables.ts'
import { writtenText } from './plain-text.ts'

/** A post of an archive in the form of its row. */
export interface ArchivedPost {
  /** federation id on its original server */
  uri: string
  text: string
  spoilerText: string
  sensitive: boolean
  visibility: Visibility
  language: string | null
  /** ms since 1970 */
  createdAt: number
  editedAt: number | null
  inReplyTo: string | null
  media: ArchivedMedia[]
  poll: RemotePoll | null
  quotePolicy: QuotePolicy | null
}

export interface ArchivedMedia {
  /** path of its file in the archive */
  place: string
  description: string | null
  focus: { x: number; y: number } | null
}

/** The owner in the archive's `actor.json`; null: not stated. */
export interface ArchiveOwner {
  uri: string | null
  followersUri: string | null
}

/** Reasons why an item of an archive makes no post. */
export type LeftOut = 'boosts' | 'votes' | 'others' | 'unreadable'

const MOST_MEDIA = 16
const MAX_DESCRIPTION = 10_000

/** Reads one item of an outbox. @param now ms since 1970 */
export function readItem(item: unknown, owner: ArchiveOwner, now: number): ArchivedPost | LeftOut {
  const activity = documentOf(item)
  if (activity === null) return 'unreadable'
  if (isOfType(activity, ['Announce'])) return 'boosts'
  const object = isOfType(activity, ['Create']) ? documentOf(activity.object) : activity
  if (object === null || !isStatusObject(object)) return 'others'
  const isNamed = object.attributedTo !== undefined
  const author = isNamed ? authorUriOf(object) : idOf(activity.actor)
  if (author === null || (owner.uri !== null && author !== owner.uri)) return 'others'
  const followersUri = owner.followersUri ?? `${author}/followers`
  const note = readNote(object, { uri: author, followersUri }, now)
  if (note === null) return 'unreadable'
  return note.choice === null ? postOf(note, object) : 'votes'
}

function postOf(note: RemoteNote, object: Document): ArchivedPost {
  return {
    uri: note.uri,
    text: writtenText(note.html, object),
    spoilerText: note.spoilerText,
    sensitive: note.sensitive,
    visibility: note.visibility,
    language: note.language,
    createdAt: note.createdAt,
    editedAt: note.editedAt,
    inReplyTo: note.inReplyTo,
    media: mediaOf(object),
    poll: note.poll,
    quotePolicy: note.quotePolicy,
  }
}

function mediaOf(object: Document): ArchivedMedia[] {
  return listOf(object.attachment)
    .slice(0, MOST_MEDIA)
    .map(documentOf)
    .filter((entry) => entry !== null)
    .flatMap((entry) => {
      const place = placeOf(textOf(entry.url) ?? textOf(documentOf(entry.url)?.href))
      if (place === null || !isOfType(entry, ['Document', 'Image', 'Audio', 'Video'])) return []
      const description = textOf(entry.name)?.replaceAll('\u0000', '').slice(0, MAX_DESCRIPTION)
      return [{ place, description: description || null, focus: focusOf(entry.focalPoint) }]
    })
}

/** Mastodon's paths start with a slash, or with the URL of the server. */
function placeOf(url: string | null): string | null {
  if (url === null || url.length > 1000) return null
  return url.replace(/^https?:\/\/[^/]+/i, '').replace(/^\/+/, '') || null
}

function focusOf(value: unknown): ArchivedMedia['focus'] {
  const [x, y] = Array.isArray(value) ? (value as unknown[]) : []
  if (typeof x !== 'number' || typeof y !== 'number') return null
  return Math.abs(x) <= 1 && Math.abs(y) <= 1 ? { x, y } : null
}
