import type { Answer } from '../http/client.ts'
import { eventually, publish } from '../walk/arrange.ts'
import { serve } from '../walk/example.ts'
import { becomesFollower, deliver, followingAlice, meetStranger } from '../walk/other-server.ts'
import { checkPages } from '../walk/pages.ts'
import { type Operation, row } from '../walk/row.ts'
import type { Walk } from '../walk/walk.ts'

const ADMIN = '/api/rookery/v1/admin'
const WEBHOOKS = `${ADMIN}/webhooks`
const EVENTS = ['report.created']
const MANY = 3

/** Operations for the operators of the server. */
export const operationsOperations: Operation[] = [
  row('GET', `${ADMIN}/jobs`, async (walk) => {
    const ids: string[] = []
    for (let made = 0; made < MANY; made++) ids.unshift(await scheduledJob(walk))
    const query = { state: 'waiting', kind: 'scheduled_status.publish' }
    const { json } = await serve(walk, { query })
    walk.equal('newest first', json?.[0]?.id, ids[0])
    const all = await walk.owner.get(walk.row.path, { ...query, limit: 80 })
    await checkPages(walk, { as: walk.owner, query, ids: idsIn(all) })
  }),
  row('GET', `${ADMIN}/jobs/summary`, async (walk) => {
    const { json } = await serve(walk)
    walk.claim('kinds', json?.kinds?.length > 0, json)
  }),
  row('POST', `${ADMIN}/jobs/:id/retry`, async (walk) => {
    const id = await scheduledJob(walk)
    const { json } = await serve(walk, { params: { id } })
    walk.equal('its tries', json?.attempts, 0)
  }),
  row('DELETE', `${ADMIN}/jobs/:id`, async (walk) => {
    const id = await scheduledJob(walk)
    await serve(walk, { params: { id } })
    const again = await walk.owner.send('DELETE', `${ADMIN}/jobs/${id}`)
    walk.refused('gone', again, 404)
  }),
  row('POST', `${ADMIN}/jobs/retry_all`, async (walk) => {
    const { json } = await serve(walk)
    walk.equal('none is parked', json?.count, 0)
  }),
  row('GET', `${ADMIN}/deliveries`, async (walk) => {
    const waiting = await waitingDeliveries(walk)
    if (waiting === null) return
    const { host, ids } = waiting
    const { json } = await serve(walk, { query: { host } })
    walk.equal('newest first', json?.[0]?.id, ids[0])
    await checkPages(walk, { as: walk.owner, query: { host }, ids })
  }),
  row('GET', `${ADMIN}/deliveries/summary`, async (walk) => {
    await serve(walk)
  }),
  row('POST', `${ADMIN}/deliveries/:id/retry`, async (walk) => {
    const [id] = (await waitingDeliveries(walk))?.ids ?? []
    if (id !== undefined) await serve(walk, { params: { id } })
  }),
  row('DELETE', `${ADMIN}/deliveries/:id`, async (walk) => {
    const [id] = (await waitingDeliveries(walk))?.ids ?? []
    if (id === undefined) return
    await serve(walk, { params: { id } })
    walk.refused('gone', await walk.owner.send('DELETE', `${ADMIN}/deliveries/${id}`), 404)
  }),
  row('GET', `${ADMIN}/storage`, async (walk) => {
    const { json } = await serve(walk)
    walk.claim('the database takes room', json?.database_bytes > 0, json?.database_bytes)
  }),
  row('GET', `${ADMIN}/relays`, async (walk) => {
    const ids: string[] = []
    for (let made = 0; made < MANY; made++) ids.unshift((await addRelay(walk)).id)
    const { json } = await serve(walk)
    walk.equal('newest first', json?.[0]?.id, ids[0])
    await checkPages(walk, { as: walk.owner, ids })
  }),
  row('POST', `${ADMIN}/relays`, async (walk) => {
    const inbox_url = `https://relay${walk.next()}.example/inbox`
    const { json } = await serve(walk, { body: { inbox_url } })
    walk.later(() => walk.owner.send('DELETE', `${ADMIN}/relays/${json.id}`))
    walk.equal('state', json?.state, 'pending')
    walk.refused('again', await walk.owner.post(`${ADMIN}/relays`, { inbox_url }), 422)
    walk.refused('none', await walk.owner.post(`${ADMIN}/relays`, { inbox_url: 'x' }), 422)
  }),
  row('DELETE', `${ADMIN}/relays/:id`, async (walk) => {
    await serve(walk, { params: { id: (await addRelay(walk)).id } })
  }),
  row('POST', `${ADMIN}/relays/:id/enable`, async (walk) => {
    const { id } = await addRelay(walk)
    await walk.owner.must('POST', `${ADMIN}/relays/${id}/disable`)
    const { json } = await serve(walk, { params: { id } })
    walk.equal('state', json?.state, 'pending')
  }),
  row('POST', `${ADMIN}/relays/:id/disable`, async (walk) => {
    const { id } = await addRelay(walk)
    const { json } = await serve(walk, { params: { id } })
    walk.equal('state', json?.state, 'idle')
  }),
  row('GET', WEBHOOKS, async (walk) => {
    const ids: string[] = []
    for (let made = 0; made < MANY; made++) ids.unshift((await addWebhook(walk)).id)
    const { json } = await serve(walk)
    walk.equal('newest first', [json?.[0]?.id, json?.[0]?.secret], [ids[0], null])
    await checkPages(walk, { as: walk.owner, ids })
  }),
  row('POST', WEBHOOKS, async (walk) => {
    const body = webhook(walk)
    const { json } = await serve(walk, { body, missing: { url: 422, events: 422 } })
    walk.later(() => walk.owner.send('DELETE', `${WEBHOOKS}/${json.id}`))
    walk.claim('its secret', /^[0-9a-f]{40}$/.test(json?.secret), json?.secret)
    walk.refused('the same address', await walk.owner.post(WEBHOOKS, body), 422)
    const unknown = { ...webhook(walk), events: ['status.boiled'] }
    walk.refused('unknown event', await walk.owner.post(WEBHOOKS, unknown), 422)
  }),
  row('GET', `${WEBHOOKS}/:id`, async (walk) => {
    const { json } = await serve(walk, { params: { id: (await addWebhook(walk)).id } })
    walk.equal('no secret', json?.secret, null)
  }),
  row('PUT', `${WEBHOOKS}/:id`, async (walk) => {
    const { id } = await addWebhook(walk)
    const { json } = await serve(walk, { params: { id }, body: { enabled: false } })
    walk.equal('what is not given stays', [json?.enabled, json?.events], [false, EVENTS])
  }),
  row('DELETE', `${WEBHOOKS}/:id`, async (walk) => {
    await serve(walk, { params: { id: (await addWebhook(walk)).id } })
  }),
  row('POST', `${WEBHOOKS}/:id/rotate_secret`, async (walk) => {
    const { id, secret } = await addWebhook(walk)
    const { json } = await serve(walk, { params: { id } })
    walk.claim('another secret', json?.secret?.length === 40 && json.secret !== secret, json)
  }),
  row('POST', `${WEBHOOKS}/:id/test`, async (walk) => {
    const { json } = await serve(walk, { params: { id: (await addWebhook(walk)).id } })
    walk.claim('what came of it', typeof json?.last_delivery?.error === 'string', json)
  }),
  row('GET', '/metrics', async (walk) => {
    const answer = await walk.anonymous.get('/metrics')
    walk.status('from this machine', answer, 200)
    walk.equal(
      'format',
      answer.headers.get('content-type'),
      'text/plain; version=0.0.4; charset=utf-8',
    )
    walk.claim('build', answer.text.includes('rookery_build_info{'), answer.text.slice(0, 200))
    const headers = { 'x-forwarded-for': '127.0.0.1' }
    walk.status('forged', await walk.anonymous.send('GET', '/metrics', { headers }), 403)
  }),
]

/** A relay that never answers. */
async function addRelay(walk: Walk): Promise<{ id: string }> {
  const inbox_url = `https://relay${walk.next()}.example/inbox`
  const relay = await walk.owner.must('POST', `${ADMIN}/relays`, { inbox_url })
  walk.later(() => walk.owner.send('DELETE', `${ADMIN}/relays/${relay.id}`))
  return relay
}

/** A webhook to an unreachable URL. */
function webhook(walk: Walk) {
  return { url: `https://webhook${walk.next()}.invalid/`, events: EVENTS }
}

async function addWebhook(walk: Walk): Promise<{ id: string; secret: string }> {
  const made = await walk.owner.must('POST', WEBHOOKS, webhook(walk))
  walk.later(() => walk.owner.send('DELETE', `${WEBHOOKS}/${made.id}`))
  return made
}

/** Ids of all listed entries, including those of other checks. */
function idsIn({ json }: Answer): string[] {
  return json.map(({ id }: { id: string }) => id)
}

/** The job that waits for a scheduled status. */
async function scheduledJob(walk: Walk): Promise<string> {
  const at = new Date(Date.now() + 86_400_000).toISOString()
  const status = await walk.alice.must('POST', '/api/v1/statuses', {
    status: 'later',
    scheduled_at: at,
  })
  walk.later(() => walk.alice.send('DELETE', `/api/v1/scheduled_statuses/${status.id}`))
  const { json } = await walk.owner.get(`${ADMIN}/jobs?state=waiting&kind=scheduled_status.publish`)
  return json[0].id
}

/** Deliveries to a server that does not answer. */
interface Waiting {
  host: string
  /** newest first */
  ids: string[]
}

async function waitingDeliveries(walk: Walk): Promise<Waiting | null> {
  const stranger = await meetStranger(walk)
  if (stranger === null) return null
  const { host, inboxAnswer } = stranger.peer
  await deliver(stranger, await followingAlice(walk, stranger), { inbox: `${walk.base}/inbox` })
  walk.claim('has a follower elsewhere', await becomesFollower(walk, stranger))
  const read = async () => (await walk.owner.get(`${ADMIN}/deliveries`, { host })).json ?? []
  await eventually(read, (found) => found.length === 0)
  inboxAnswer.status = 503
  for (let made = 0; made < MANY; made++) await publish(walk, walk.alice)
  const waiting = await eventually(read, (found) => found.length === MANY)
  return { host, ids: waiting.map(({ id }: { id: string }) => id) }
}
