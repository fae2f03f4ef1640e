import type { Frame } from '../http/frames.ts'
import type { Person } from '../people/world.ts'
import { makeList, publish, relate } from '../walk/arrange.ts'
import { PNG_DATA_URI } from '../walk/samples.ts'
import type { Walk } from '../walk/walk.ts'

/** A stream, its event, and actions that cause it. */
export interface Stream {
  /** name in WebSocket frames */
  name: string
  event: 'update' | 'notification' | 'conversation'
  entity: string
  /** an action that alice, the listener, must not receive on this stream */
  unheard?(walk: Walk): Promise<unknown>
  /** an action that she must receive; null if this server has none */
  cause: ((walk: Walk, tag: string) => Promise<{ id: string }>) | null
}

const update = { event: 'update', entity: 'Status' } as const

const post = (walk: Walk): Promise<{ id: string }> => publish(walk, walk.bob)
const postTagged = (walk: Walk, tag: string) => publish(walk, walk.bob, { status: `#${tag}` })
const mention = (walk: Walk, more = {}) =>
  publish(walk, walk.bob, { status: `@${walk.alice.username} ${walk.next()}`, ...more })
const whisper = (walk: Walk) => mention(walk, { visibility: 'direct' })
const hide = (walk: Walk) => publish(walk, walk.bob, { visibility: 'unlisted' })

async function postPicture(walk: Walk) {
  const media = await walk.bob.must('POST', '/api/v1/media', { file: PNG_DATA_URI })
  return publish(walk, walk.bob, { media_ids: [media.id] })
}

async function postToFollowers(walk: Walk) {
  await relate(walk, walk.alice, 'follow', walk.bob)
  return publish(walk, walk.bob, { visibility: 'private' })
}

/** S-467 */
export const STREAMS: readonly Stream[] = [
  { name: 'user', ...update, unheard: (walk) => publish(walk, walk.carol), cause: postToFollowers },
  {
    name: 'user:notification',
    event: 'notification',
    entity: 'Notification',
    unheard: post,
    cause: mention,
  },
  { name: 'public', ...update, unheard: hide, cause: post },
  { name: 'public:media', ...update, unheard: post, cause: postPicture },
  { name: 'public:local', ...update, unheard: hide, cause: post },
  { name: 'public:local:media', ...update, unheard: post, cause: postPicture },
  { name: 'public:remote', ...update, unheard: postPicture, cause: null },
  { name: 'public:remote:media', ...update, unheard: postPicture, cause: null },
  { name: 'hashtag', ...update, unheard: post, cause: postTagged },
  { name: 'hashtag:local', ...update, unheard: post, cause: postTagged },
  { name: 'list', ...update, unheard: (walk) => publish(walk, walk.carol), cause: post },
  { name: 'direct', event: 'conversation', entity: 'Conversation', unheard: post, cause: whisper },
]

/** Parameters that a stream needs besides its name. */
export async function parametersOf(
  walk: Walk,
  name: string,
): Promise<{ tag?: string; list?: string }> {
  if (name.startsWith('hashtag')) return { tag: `stream${walk.next()}` }
  return name === 'list' ? { list: await makeList(walk, walk.alice, [walk.bob]) } : {}
}

export function streamCalled(name: string): Stream {
  const stream = STREAMS.find((known) => known.name === name)
  if (stream === undefined) throw new Error(`there is no stream ${name}`)
  return stream
}

interface Listener {
  next(wanted: (frame: Frame) => boolean, ms?: number): Promise<Frame | null>
}

/** ms in which no event may come */
const SILENCE = 250

/** Performs an action that the stream must carry and one that it must not, and reads the events. */
export async function checkEvents(
  walk: Walk,
  stream: Stream,
  listener: Listener,
  tag: string,
): Promise<void> {
  await stream.unheard?.(walk)
  if (stream.cause === null) {
    const heard = await listener.next(() => true, SILENCE)
    return walk.equal('S-469 nothing that is not its own', heard, null)
  }
  const made = await stream.cause(walk, tag)
  const first = await listener.next(() => true)
  walk.equal(`S-469 ${stream.event} first`, first?.event, stream.event)
  if (first?.event !== stream.event) return
  walk.equal('S-464 payload is a text', typeof first.payload, 'string')
  const payload = parse(first.payload)
  walk.valid(stream.entity, payload, 'S-468')
  const statusId = payload?.status?.id ?? payload?.last_status?.id ?? payload?.id
  walk.equal('S-468 is the one', statusId, made.id)
  if (stream.event === 'update') await checkChanges(walk, walk.bob, made.id, listener)
}

async function checkChanges(walk: Walk, as: Person, id: string, listener: Listener): Promise<void> {
  const path = `/api/v1/statuses/${id}`
  const { text } = await as.must('GET', `${path}/source`)
  const media_ids = (await as.must('GET', path)).media_attachments.map(
    (media: { id: string }) => media.id,
  )
  await as.must('PUT', path, { status: `${text} (edited)`, media_ids })
  const edited = await listener.next(({ event }) => event === 'status.update')
  walk.equal('S-468 status.update', parse(edited?.payload)?.id, id)
  await as.must('DELETE', path)
  const deleted = await listener.next(({ event }) => event === 'delete')
  walk.equal('S-464 delete carries the bare id', deleted?.payload, id)
}

// biome-ignore lint/suspicious/noExplicitAny: callers check the shape
export function parse(text: string | undefined): any {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
