import { createECDH, randomBytes } from 'node:crypto'
import type { Answer, Params } from '../http/client.ts'
import { encodeParams } from '../http/encoding.ts'
import { serve } from '../walk/example.ts'
import { type Operation, row } from '../walk/row.ts'
import type { Walk } from '../walk/walk.ts'

const PATH = '/api/v1/push/subscription'
const DEVICES = '/api/rookery/v1/push_subscriptions'

export const pushOperations: Operation[] = [
  row('POST', PATH, async (walk) => {
    const body = { ...subscription(), data: { alerts: { mention: true }, policy: 'followed' } }
    const { json } = await serve(walk, { body, missing: { subscription: 400 } })
    walk.equal('S-491', [json.alerts, json.policy], [{ mention: true }, 'followed'])
    walk.equal('S-490 standard', json.standard, true)
    const instance = await walk.anonymous.get('/api/v2/instance')
    const key = instance.json?.configuration?.vapid?.public_key
    walk.equal('S-496 server_key', json.server_key, key)
    const again = await walk.alice.must('POST', PATH, body)
    walk.later(() => walk.alice.send('DELETE', PATH))
    walk.claim('S-490 replaced', again.id !== json.id, again.id)
    const bad = { ...body, subscription: { ...body.subscription, endpoint: 'nowhere' } }
    walk.refused('S-490 no address', await walk.alice.post(PATH, bad), 422)
  }),

  row('GET', PATH, async (walk) => {
    walk.refused('S-492 none', await walk.bob.get(PATH), 404)
    await subscribe(walk)
    await serve(walk)
  }),

  row('PUT', PATH, async (walk) => {
    await subscribe(walk)
    const body = { data: { alerts: { follow: true }, policy: 'all' } }
    const { json } = await serve(walk, { body })
    walk.equal('S-492 alerts', json.alerts, { follow: true })
    const patched = await (await walk.alice.limited('push')).send('PATCH', PATH, { body })
    walk.status('PATCH', patched, 200)
  }),

  row('DELETE', PATH, async (walk) => {
    await subscribe(walk)
    await serve(walk)
    walk.status('S-492 none', await (await walk.alice.limited('push')).send('DELETE', PATH), 200)
  }),

  row('POST', '/api/web/push_subscriptions', async (walk) => {
    walk.refused('no session', await walk.anonymous.post(walk.row.path, subscription()), 401)
    walk.refused('a token', await walk.alice.post(walk.row.path, subscription()), 401)
    const answer = await fromBrowser(walk, 'POST', walk.row.path, subscription())
    walk.status('success', answer, 200)
    walk.valid('WebPushSubscription', answer.json)
  }),

  row('PUT', '/api/web/push_subscriptions/:id', async (walk) => {
    const made = await fromBrowser(walk, 'POST', '/api/web/push_subscriptions', subscription())
    const path = `/api/web/push_subscriptions/${made.json?.id}`
    const body = { data: { alerts: { poll: true } } }
    walk.refused('no session', await walk.anonymous.send('PUT', path, { body }), 401)
    const answer = await fromBrowser(walk, 'PUT', path, body)
    walk.status('success', answer, 200)
    walk.valid('WebPushSubscription', answer.json)
    const unknown = '/api/web/push_subscriptions/108020000000000000'
    walk.refused('unknown', await fromBrowser(walk, 'PUT', unknown, body), 404)
  }),

  row('DELETE', '/api/web/push_subscriptions/:id', async (walk) => {
    const made = await walk.alice.must('POST', PATH, subscription())
    walk.later(() => walk.alice.send('DELETE', PATH))
    const forged = `/api/web/push_subscriptions/${made.id}-${'A'.repeat(43)}`
    walk.refused('forged', await walk.anonymous.send('DELETE', forged), 404)
    walk.leaveOut('the good address: only a push service is told of it')
  }),

  row('GET', DEVICES, async (walk) => {
    await subscribe(walk)
    const { json } = await serve(walk)
    walk.claim('what is pushed to', json.length > 0, 'nothing')
  }),

  row('DELETE', `${DEVICES}/:id`, async (walk) => {
    await subscribe(walk)
    const [made] = (await walk.alice.get(DEVICES)).json
    await serve(walk, { params: { id: made.id } })
    const left: { id: string }[] = (await walk.alice.get(DEVICES)).json
    walk.claim('gone', !left.some(({ id }) => id === made.id), made.id)
    walk.refused('unknown', await walk.alice.send('DELETE', `${DEVICES}/${made.id}`), 404)
  }),
]

function subscription() {
  const p256dh = createECDH('prime256v1').generateKeys('base64url')
  const auth = randomBytes(16).toString('base64url')
  const endpoint = 'https://push.example.org/conformance'
  return { subscription: { endpoint, keys: { p256dh, auth }, standard: true } }
}

/** Subscribes with the token that the example uses. */
async function subscribe(walk: Walk): Promise<void> {
  const client = await walk.alice.limited('push')
  await client.must('POST', PATH, subscription())
  walk.later(() => client.send('DELETE', PATH))
}

/** Sends a request like a page of the server: with the session cookie and the CSRF token. */
export async function fromBrowser(
  walk: Walk,
  method: string,
  path: string,
  body: Params,
): Promise<Answer> {
  const { browser } = walk.alice
  const page = await browser.get('/settings/account')
  const token = /name="csrf_token" value="([^"]*)"/.exec(page.text)?.[1] ?? ''
  const headers = { accept: 'application/json', 'x-csrf-token': token }
  return browser.send(method, path, new URLSearchParams(encodeParams(body)), headers)
}
