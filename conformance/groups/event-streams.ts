import { type EventStream, openEventStream } from '../http/event-stream.ts'
import { scopeChoices } from '../spec/surface.ts'
import { type Operation, row } from '../walk/row.ts'
import type { Walk } from '../walk/walk.ts'
import { checkEvents, parametersOf, streamCalled } from './streams.ts'

const ROOT = '/api/v1/streaming'

/** Streams as server-sent events. */
export const eventStreamOperations: Operation[] = [
  row('GET', ROOT, async (walk) => {
    walk.status('S-471', await walk.alice.get(ROOT), 301, 404)
    walk.refused('S-462 unknown path', await walk.alice.get(`${ROOT}/nonsense`), 400)
  }),

  row('GET', `${ROOT}/health`, async (walk) => {
    const { status, text } = await walk.anonymous.get(walk.row.path)
    walk.equal('S-471', [status, text.trim()], [200, 'OK'])
  }),

  ...Object.entries({
    user: 'user',
    'user:notification': 'user/notification',
    public: 'public',
    'public:local': 'public/local',
    'public:remote': 'public/remote',
    hashtag: 'hashtag',
    'hashtag:local': 'hashtag/local',
    list: 'list',
    direct: 'direct',
  }).map(([name, path]) => row('GET', `${ROOT}/${path}`, (walk) => checkStream(walk, name))),
]

async function checkStream(walk: Walk, name: string): Promise<void> {
  const { path } = walk.row
  const query = await parametersOf(walk, name)
  walk.refused('S-460 no token', await walk.anonymous.get(path, query), 401)
  walk.refused('S-460 revoked token', await walk.revoked.get(path, query), 401)
  const useless = await walk.alice.limited('push')
  walk.refused('S-461 wrong scope', await useless.get(path, query), 401)
  for (const missing of Object.keys(query)) {
    walk.refused(`S-465 no ${missing}`, await walk.alice.get(path), 400)
  }
  if (name === 'list') walk.refused('S-465 foreign', await walk.bob.get(path, query), 401)
  for (const scope of scopeChoices(walk.row)) {
    const { token } = await walk.alice.limited(scope)
    const stream = await open(walk, `${path}?${new URLSearchParams(query)}`, token ?? '')
    walk.later(async () => stream?.close())
    if (stream === null) return
    if (scope === scopeChoices(walk.row).at(-1)) {
      await checkEvents(walk, streamCalled(name), stream, query.tag ?? '')
      if (name.startsWith('public')) await checkMedia(walk, name, token ?? '')
    }
  }
  if (name === 'user') await checkNotifications(walk)
}

/** S-461: notifications on the user stream, for tokens that may read them */
async function checkNotifications(walk: Walk): Promise<void> {
  for (const [scope, expected] of [
    ['read', 'notification'],
    ['read:statuses', undefined],
  ] as const) {
    const { token } = await walk.alice.limited(scope)
    const stream = await open(walk, walk.row.path, token ?? '')
    if (stream === null) return
    await streamCalled('user:notification').cause?.(walk, '')
    const heard = await stream.next(({ event }) => event === 'notification', 1000)
    walk.equal(`S-461 notification with ${scope}`, heard?.event, expected)
    stream.close()
  }
}

/** S-467: `only_media` */
async function checkMedia(walk: Walk, name: string, token: string): Promise<void> {
  const stream = await open(walk, `${walk.row.path}?only_media=true`, token)
  if (stream === null) return
  await checkEvents(walk, streamCalled(`${name}:media`), stream, '')
  stream.close()
}

async function open(walk: Walk, path: string, token: string): Promise<EventStream | null> {
  try {
    const stream = await openEventStream(walk.base, path, token)
    const { status, headers, firstLine } = stream
    walk.equal('S-462 opens', status, 200)
    if (status !== 200) return null
    const type = headers.get('content-type') ?? ''
    walk.claim('S-462 content type', type.startsWith('text/event-stream'), type)
    walk.equal('S-462 not cached', headers.get('cache-control'), 'private, no-store')
    walk.equal('S-462 first line', firstLine, ':)')
    walk.equal('S-020 CORS', headers.get('access-control-allow-origin'), '*')
    return stream
  } catch (error) {
    walk.claim('S-462 opens', false, String(error))
    return null
  }
}
