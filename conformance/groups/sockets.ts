import { isOpen, openSocket, type Socket } from '../http/socket.ts'
import { registerApplication, userToken } from '../people/oauth.ts'
import { scopeChoices } from '../spec/surface.ts'
import { publish } from '../walk/arrange.ts'
import { type Operation, row } from '../walk/row.ts'
import { pathOf, type Walk } from '../walk/walk.ts'
import { checkEvents, parametersOf, parse, STREAMS, type Stream } from './streams.ts'

const PATH = '/api/v1/streaming'

/** Streams over WebSocket. */
export const socketOperations: Operation[] = [
  row('WS', PATH, async (walk) => {
    await checkTokens(walk)
    const socket = await enter(walk, PATH, { token: walk.alice.token ?? '' })
    if (socket === null) return
    await checkSubscriptions(walk, socket)
    await checkErrors(walk, socket)
    await checkRevoked(walk)
  }),

  ...STREAMS.map((stream) => {
    const tag = stream.name.startsWith('hashtag') ? '&tag=:tag' : ''
    const list = stream.name === 'list' ? '&list=:id' : ''
    return row('WS', `${PATH}?stream=${stream.name}${tag}${list}`, (walk) =>
      checkStream(walk, stream),
    )
  }),
]

async function checkStream(walk: Walk, stream: Stream): Promise<void> {
  const { tag = '', list = '' } = await parametersOf(walk, stream.name)
  const path = pathOf(walk.row, { tag, id: list }).replace(/:(?=\w+)/g, '%3A')
  const useless = await walk.alice.limited('push')
  const refused = await openSocket(walk.base, path, { token: useless.token ?? '' })
  // a server that accepts the upgrade reports the error in a frame
  const said = isOpen(refused)
    ? (await refused.next(({ error }) => error !== undefined))?.status
    : refused.status
  walk.equal('S-461 wrong scope', said, 401)
  if (isOpen(refused)) refused.close()
  for (const scope of scopeChoices(walk.row)) {
    const { token } = await walk.alice.limited(scope)
    const socket = await enter(walk, path, { token: token ?? '' })
    if (socket === null) return
    if (scope === scopeChoices(walk.row).at(-1)) {
      const names: string[][] = []
      const listener: Pick<Socket, 'next'> = {
        next: async (wanted, ms) => {
          const frame = await socket.next(wanted, ms)
          if (frame?.stream !== undefined) names.push(frame.stream)
          return frame
        },
      }
      await checkEvents(walk, stream, listener, tag)
      const expected = [stream.name, tag, list].filter((part) => part !== '')
      for (const name of names) walk.equal('S-463 stream', name, expected)
    }
  }
}

/** S-460 */
async function checkTokens(walk: Walk): Promise<void> {
  const token = walk.alice.token ?? ''
  await enter(walk, PATH, { token })
  await enter(walk, `${PATH}?access_token=${encodeURIComponent(token)}`)
  const chosen = await enter(walk, PATH, { protocol: token })
  walk.equal('S-460 subprotocol is echoed', chosen?.protocol, token)
  for (const [what, options] of Object.entries({
    'no token': {},
    'unknown token': { token: 'unknown-to-everybody' },
    'revoked token': { token: walk.revoked.token ?? '' },
  })) {
    const refused = await openSocket(walk.base, PATH, options)
    if (isOpen(refused)) {
      refused.close()
      walk.claim(`S-460 ${what}`, false, 'was let in')
      continue
    }
    walk.equal(`S-460 ${what}`, [refused.status, refused.body], [401, ''])
    walk.claim(`S-460 ${what}: X-Error-Message`, Boolean(refused.errorMessage), 'none')
  }
}

/** S-463 */
async function checkSubscriptions(walk: Walk, socket: Socket): Promise<void> {
  const subscribe = (type: string) => socket.send({ type, stream: 'public:local' })
  subscribe('subscribe')
  subscribe('subscribe')
  await answered(socket)
  const made = await publish(walk, walk.bob)
  const heard = await socket.next(({ event }) => event === 'update')
  walk.equal('S-463 subscribed', parse(heard?.payload)?.id, made.id)
  walk.equal('S-463 stream', heard?.stream, ['public:local'])
  const twice = await socket.next(({ event }) => event === 'update', 250)
  walk.equal('S-465 a second subscription changes nothing', twice, null)
  subscribe('unsubscribe')
  await answered(socket)
  await publish(walk, walk.bob)
  const after = await socket.next(({ event }) => event === 'update', 250)
  walk.equal('S-463 unsubscribed', after, null)
}

/** Waits until the server has read all sent messages: it answers in order. */
async function answered(socket: Socket): Promise<void> {
  socket.send({ type: 'subscribe', stream: 'nonsense' })
  await socket.next(({ error }) => error !== undefined)
}

/** S-465 */
async function checkErrors(walk: Walk, socket: Socket): Promise<void> {
  const wrong = {
    'unknown stream': { stream: 'nonsense' },
    'hashtag without tag': { stream: 'hashtag' },
    'list without id': { stream: 'list' },
  }
  for (const [what, message] of Object.entries(wrong)) {
    socket.send({ type: 'subscribe', ...message })
    const frame = await socket.next(({ error }) => error !== undefined)
    walk.equal(`S-465 ${what}`, [typeof frame?.error, frame?.status], ['string', 400])
  }
}

/** S-470 */
async function checkRevoked(walk: Walk): Promise<void> {
  const application = await registerApplication(walk.base, 'Listening')
  const token = await userToken(walk.base, application, walk.alice.browser, 'read')
  const socket = await enter(walk, PATH, { token })
  if (socket === null) return
  const client = { client_id: application.clientId, client_secret: application.clientSecret }
  await walk.anonymous.must('POST', '/oauth/revoke', { ...client, token })
  walk.claim('S-470 a revoked token closes it', await socket.closed(3000), 'still open')
}

async function enter(
  walk: Walk,
  path: string,
  options: { token?: string; protocol?: string } = {},
): Promise<Socket | null> {
  const socket = await openSocket(walk.base, path, options)
  if (isOpen(socket)) {
    walk.claim('S-460 lets in', true)
    walk.later(async () => socket.close())
    return socket
  }
  const { status, errorMessage, body } = socket
  walk.claim('S-460 lets in', false, `${status} ${errorMessage ?? ''} ${body.slice(0, 100)}`)
  return null
}
