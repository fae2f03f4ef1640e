import { eventually, publish } from '../walk/arrange.ts'
import { serve, UNKNOWN_ID } from '../walk/example.ts'
import { checkPages } from '../walk/pages.ts'
import { type Operation, row } from '../walk/row.ts'
import { pathOf, type Walk } from '../walk/walk.ts'

const V1 = '/api/v1/notifications/policy'
const V2 = '/api/v2/notifications/policy'
const REQUESTS = '/api/v1/notifications/requests'

const STANDARD = {
  for_not_following: 'accept',
  for_not_followers: 'accept',
  for_new_accounts: 'accept',
  for_private_mentions: 'filter',
  for_limited_accounts: 'filter',
}

/** Filtered notifications and their requests (S-256…S-259). */
export const notificationPolicyOperations: Operation[] = [
  row('GET', V2, async (walk) => {
    const { json } = await serve(walk)
    walk.equal('S-256 standard', { ...json, ...STANDARD }, json)
  }),
  row('PATCH', V2, async (walk) => {
    reset(walk)
    const { json } = await serve(walk, { body: { for_not_following: 'filter' } })
    walk.equal('S-256 changed', json.for_not_following, 'filter')
    const wrong = await walk.alice.send('PATCH', V2, { body: { for_not_following: 'maybe' } })
    walk.refused('S-256 wrong', wrong, 422)
    walk.status('S-007', await walk.alice.send('PUT', V2, { body: STANDARD }), 200)
  }),
  row('GET', V1, async (walk) => {
    const { json } = await serve(walk)
    walk.equal(
      'S-257 standard',
      [json.filter_not_following, json.filter_private_mentions],
      [false, true],
    )
  }),
  row('PUT', V1, async (walk) => {
    reset(walk)
    const { json } = await serve(walk, { body: { filter_not_following: true } })
    walk.equal('S-257 changed', json.filter_not_following, true)
    walk.equal('in both forms', (await walk.alice.get(V2)).json?.for_not_following, 'filter')
  }),

  ...['following', 'followers'].map((list) =>
    row('GET', `/api/rookery/v1/severed_relationships/:id/${list}.csv`, async (walk) => {
      const path = pathOf(walk.row, { id: UNKNOWN_ID })
      walk.refused('unknown', await walk.alice.get(path), 404)
      walk.refused('S-023 without a token', await walk.anonymous.get(path), 401)
    }),
  ),

  row('GET', REQUESTS, async (walk) => {
    const ids = await makeRequests(walk)
    const { json } = await serve(walk)
    walk.equal('S-259 count', json[0]?.notifications_count, '1')
    await checkPages(walk, { as: walk.alice, ids })
  }),
  row('GET', `${REQUESTS}/:id`, async (walk) => {
    const [id = ''] = await makeRequests(walk)
    const { json } = await serve(walk, { params: { id } })
    walk.equal('is the one', json.id, id)
    walk.refused("another's", await walk.bob.get(pathOf(walk.row, { id })), 404)
  }),
  row('POST', `${REQUESTS}/:id/accept`, async (walk) => {
    const [id = '', ...others] = await makeRequests(walk)
    walk.refused("another's", await walk.bob.post(pathOf(walk.row, { id })), 404)
    await serve(walk, { params: { id } })
    walk.equal('S-259 decided', await idsLeft(walk), others)
    await checkMerged(walk, 1)
  }),
  row('POST', `${REQUESTS}/:id/dismiss`, async (walk) => {
    const [id = '', ...others] = await makeRequests(walk)
    walk.refused("another's", await walk.bob.post(pathOf(walk.row, { id })), 404)
    await serve(walk, { params: { id } })
    walk.equal('S-259 decided', await idsLeft(walk), others)
  }),
  row('POST', `${REQUESTS}/accept`, async (walk) => {
    const ids = await makeRequests(walk)
    await serve(walk, { body: { id: ids } })
    walk.equal('S-259 decided', await idsLeft(walk), [])
    await checkMerged(walk, ids.length)
  }),
  row('POST', `${REQUESTS}/dismiss`, async (walk) => {
    const ids = await makeRequests(walk)
    await serve(walk, { body: { id: ids } })
    walk.equal('S-259 decided', await idsLeft(walk), [])
  }),
  row('GET', `${REQUESTS}/merged`, async (walk) => {
    const { json } = await serve(walk)
    walk.equal('S-259 nothing to do', json.merged, true)
  }),
]

function reset(walk: Walk): void {
  walk.later(() => walk.alice.send('PATCH', V2, { body: STANDARD }))
}

/** Mentions by accounts that alice filters; a mute reverses her acceptance. */
async function makeRequests(walk: Walk): Promise<string[]> {
  const { alice, bob, carol, dora } = walk
  reset(walk)
  await alice.must('POST', '/api/v1/notifications/clear')
  walk.later(() => alice.post('/api/v1/notifications/clear'))
  await alice.must('PATCH', V2, { for_not_following: 'filter' })
  for (const other of [bob, carol, dora]) {
    walk.later(async () => {
      await alice.post(`/api/v1/accounts/${other.id}/mute`)
      await alice.post(`/api/v1/accounts/${other.id}/unmute`)
    })
    await publish(walk, other, { status: `@${alice.username} ${walk.next()}` })
  }
  return idsLeft(walk)
}

async function idsLeft(walk: Walk): Promise<string[]> {
  const list = await walk.alice.must('GET', REQUESTS)
  return list.map(({ id }: { id: string }) => id)
}

async function checkMerged(walk: Walk, many: number): Promise<void> {
  const merged = await eventually(
    async () => (await walk.alice.get(`${REQUESTS}/merged`)).json?.merged,
    (value) => value === true,
  )
  walk.equal('S-259 merged', merged, true)
  const list = await walk.alice.must('GET', '/api/v1/notifications')
  walk.equal('S-259 among the others', list.length, many)
}
