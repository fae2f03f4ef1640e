import { findOwnList } from '../../features/lists/queries.ts'
import { BadRequest, Unauthorized } from '../../kernel/base/errors.ts'
import { normalizeId } from '../../kernel/base/ids.ts'
import type { Db } from '../../kernel/db/database.ts'
import { covers } from '../../kernel/http/scopes.ts'
import { normalizeTag } from '../../kernel/text/tags.ts'
import { listChannel, ownChannel, tagChannel } from './channels.ts'
import { isPublicStream } from './public-streams.ts'
import type { Streamer } from './streamer.ts'

/** The stream that a client requests, as received. */
export interface Asked {
  stream: string
  tag?: string | undefined
  list?: string | undefined
}

/** A stream that the client may subscribe to. */
export interface Topic {
  /** key of the subscriptions that get a message */
  channel: string
  /** JSON of the `stream` member of WebSocket frames (S-463) */
  label: string
}

const MAX_TAG_LENGTH = 200

/**
 * Checks a requested stream.
 *
 * @throws BadRequest if no stream has that name, or its tag or list is missing (S-465)
 * @throws Unauthorized if the token does not cover it (S-461), or the list is not the viewer's
 * @see https://docs.joinmastodon.org/methods/streaming/#streams
 */
export async function topicOf(db: Db, streamer: Streamer, asked: Asked): Promise<Topic> {
  const { stream } = asked
  const { id } = streamer.viewer
  switch (stream) {
    case 'user':
    case 'direct':
      checkScope(streamer, 'read:statuses')
      return { channel: ownChannel(stream, id), label: JSON.stringify([stream]) }
    case 'user:notification':
      checkScope(streamer, 'read:notifications')
      return { channel: ownChannel(stream, id), label: JSON.stringify([stream]) }
    case 'hashtag':
    case 'hashtag:local':
      checkScope(streamer, 'read:statuses')
      return tagTopic(stream, asked.tag ?? '')
    case 'list':
      checkScope(streamer, 'read:statuses')
      return listTopic(db, id, asked.list ?? '')
    default:
      if (!isPublicStream(stream)) throw new BadRequest('There is no such stream')
      checkScope(streamer, 'read:statuses')
      return { channel: stream, label: JSON.stringify([stream]) }
  }
}

function tagTopic(stream: 'hashtag' | 'hashtag:local', tag: string): Topic {
  const name = tag.length > MAX_TAG_LENGTH ? null : normalizeTag(tag)
  if (name === null) throw new BadRequest('The parameter tag must be a hashtag')
  return { channel: tagChannel(stream, name), label: JSON.stringify([stream, tag]) }
}

/** A missing list gets the same answer as a list of another account. */
async function listTopic(db: Db, viewerId: string, asked: string): Promise<Topic> {
  if (asked === '') throw new BadRequest('The parameter list is missing')
  const id = normalizeId(asked)
  const list = id === null ? null : await findOwnList(db, viewerId, id)
  if (list === null) throw new Unauthorized('This list is not yours')
  return { channel: listChannel(list.id), label: JSON.stringify(['list', asked]) }
}

function checkScope({ scopes }: Streamer, scope: 'read:statuses' | 'read:notifications'): void {
  if (!covers(scopes, scope)) throw new Unauthorized('The access token does not cover this stream')
}
