import type { Params } from '../http/client.ts'
import type { Person } from '../people/world.ts'
import { eventually, relate } from '../walk/arrange.ts'
import { serve } from '../walk/example.ts'
import { checkPages } from '../walk/pages.ts'
import { type Operation, row } from '../walk/row.ts'
import { ask, pathOf, type Walk } from '../walk/walk.ts'

const DOMAINS = '/api/v1/domain_blocks'
const CREDENTIALS = '/api/v1/accounts/update_credentials'

/** Domain blocks of users, endorsements, familiar followers, the directory and suggestions. */
export const peopleOperations: Operation[] = [
  row('GET', DOMAINS, async (walk) => {
    for (const domain of ['a.example', 'b.example', 'c.example']) await blockDomain(walk, domain)
    await serve(walk)
    const ids = ['c.example', 'b.example', 'a.example']
    await checkPages(walk, { as: walk.alice, ids, idOf: (domain) => domain })
  }),

  row('POST', DOMAINS, async (walk) => {
    const domain = 'd.example'
    walk.later(() => walk.alice.send('DELETE', DOMAINS, { body: { domain } }))
    await serve(walk, { body: { domain }, missing: { domain: 422 } })
    walk.status('idempotent', await walk.alice.post(DOMAINS, { domain }), 200)
    walk.equal('listed', (await walk.alice.get(DOMAINS)).json, [domain])
    walk.refused('invalid', await walk.alice.post(DOMAINS, { domain: 'no domain' }), 422)
  }),

  row('DELETE', DOMAINS, async (walk) => {
    await blockDomain(walk, 'e.example')
    await serve(walk, { body: { domain: 'e.example' } })
    walk.equal('freed', (await walk.alice.get(DOMAINS)).json, [])
    const again = await walk.alice.send('DELETE', `${DOMAINS}?domain=e.example`)
    walk.status('idempotent, by query', again, 200)
  }),

  row('GET', `${DOMAINS}/preview`, async (walk) => {
    const { json } = await serve(walk, { query: { domain: 'f.example' } })
    walk.equal('nobody there', json, { following_count: 0, followers_count: 0 })
  }),

  row('GET', '/api/v1/endorsements', async (walk) => {
    const { alice } = walk
    const ids = await endorseAll(walk)
    await serve(walk)
    await checkPages(walk, { as: alice, ids })
    const all = await alice.get(walk.row.path, { limit: 0 })
    walk.equal('S-044 all', [all.json?.length, all.headers.get('link')], [3, null])
  }),

  row('GET', '/api/v1/accounts/:id/endorsements', async (walk) => {
    const params = { id: walk.alice.id }
    const ids = await endorseAll(walk)
    await serve(walk, { params })
    await checkPages(walk, { as: walk.anonymous, params, ids })
  }),

  ...['endorse', 'pin'].map((name) =>
    row('POST', `/api/v1/accounts/:id/${name}`, async (walk) => {
      const { alice, bob } = walk
      const path = pathOf(walk.row, { id: bob.id })
      walk.refused('S-284 without a follow', await alice.post(path), 422)
      await relate(walk, alice, 'follow', bob)
      const { json } = await serve(walk, { params: { id: bob.id } })
      walk.equal('S-284', json.endorsed, true)
      walk.status('S-284 twice', await alice.post(path), 200)
      walk.equal('S-284 once', (await alice.get('/api/v1/endorsements')).json?.length, 1)
    }),
  ),

  ...['unendorse', 'unpin'].map((name) =>
    row('POST', `/api/v1/accounts/:id/${name}`, async (walk) => {
      const { alice, bob } = walk
      await endorse(walk, bob)
      const { json } = await serve(walk, { params: { id: bob.id } })
      walk.equal('S-284', json.endorsed, false)
      const again = await alice.post(pathOf(walk.row, { id: bob.id }))
      walk.status('S-284 twice', again, 200)
    }),
  ),

  row('GET', '/api/v1/accounts/familiar_followers', async (walk) => {
    const { alice, bob, carol } = walk
    await relate(walk, alice, 'follow', bob)
    await relate(walk, bob, 'follow', carol)
    const { json } = await serve(walk, { query: { id: [carol.id] } })
    const [found] = json
    walk.equal('S-278', [found?.id, found?.accounts?.[0]?.id], [carol.id, bob.id])
    await credentials(walk, carol, { hide_collections: true }, { hide_collections: false })
    const hidden = await alice.get(walk.row.path, { id: carol.id })
    walk.equal('S-278 hidden', hidden.json, [{ id: carol.id, accounts: [] }])
  }),

  row('POST', '/api/v1/accounts/:id/email_subscriptions', async (walk) => {
    const answer = await ask(walk, walk.anonymous, { params: { id: walk.alice.id } })
    walk.equal('switched off', [answer.status, answer.text], [404, ''])
  }),

  row('GET', '/api/v1/directory', async (walk) => {
    const { bob, carol, anonymous } = walk
    for (const person of [bob, carol]) await discoverable(walk, person)
    await serve(walk, { query: { order: 'new', local: true } })
    const read = async (query: Params) =>
      (await anonymous.get(walk.row.path, query)).json?.map?.(({ id }: { id: string }) => id)
    const newest = { order: 'new', local: true }
    walk.equal('S-351 new', await read(newest), [carol.id, bob.id])
    walk.equal('S-351 offset', await read({ ...newest, offset: 1 }), [bob.id])
    walk.equal('S-351 active', (await read({})).toSorted(), [bob.id, carol.id].toSorted())
    await checkDirectoryOff(walk)
  }),

  row('GET', '/api/v2/suggestions', async (walk) => {
    await suggestCarol(walk)
    const { json } = await serve(walk)
    const [first] = json
    walk.equal('S-357', [first?.account?.id, first?.sources?.[0]], [walk.carol.id, FRIENDS])
    walk.equal('S-357 legacy', first?.source, 'past_interactions')
    walk.equal('offset', (await walk.alice.get(walk.row.path, { offset: 1 })).json, [])
  }),

  row('GET', '/api/v1/suggestions', async (walk) => {
    await suggestCarol(walk)
    const { json, headers } = await serve(walk)
    walk.equal('S-357', json[0]?.id, walk.carol.id)
    walk.equal('S-017', headers.get('deprecation'), '@1621123200')
  }),

  row('DELETE', '/api/v1/suggestions/:account_id', async (walk) => {
    const { dora } = walk
    await serve(walk, { params: { account_id: dora.id }, unknown: 200 })
  }),
]

const FRIENDS = 'friends_of_friends'

async function blockDomain(walk: Walk, domain: string): Promise<void> {
  await walk.alice.must('POST', DOMAINS, { domain })
  walk.later(() => walk.alice.send('DELETE', DOMAINS, { body: { domain } }))
}

async function endorse(walk: Walk, person: Person): Promise<void> {
  await relate(walk, walk.alice, 'follow', person)
  await walk.alice.must('POST', `/api/v1/accounts/${person.id}/endorse`)
}

/** @returns ids of the accounts that alice then endorses, newest first */
async function endorseAll(walk: Walk): Promise<string[]> {
  const { bob, carol, dora } = walk
  for (const person of [bob, carol, dora]) await endorse(walk, person)
  return [dora.id, carol.id, bob.id]
}

/** Changes a profile until the check is over. */
async function credentials(walk: Walk, as: Person, body: Params, back: Params): Promise<void> {
  await as.must('PATCH', CREDENTIALS, body)
  walk.later(() => as.send('PATCH', CREDENTIALS, { body: back }))
}

async function discoverable(walk: Walk, person: Person): Promise<void> {
  await credentials(walk, person, { discoverable: true }, { discoverable: false })
}

async function suggestCarol(walk: Walk): Promise<void> {
  const { alice, bob, carol } = walk
  await discoverable(walk, carol)
  await relate(walk, alice, 'follow', bob)
  await relate(walk, bob, 'follow', carol)
}

async function checkDirectoryOff(walk: Walk): Promise<void> {
  const { operator } = walk
  if (operator === null) return walk.leaveOut('the directory is not ours to switch off')
  await operator('settings', 'set', 'profile_directory', 'off')
  walk.later(() => operator('settings', 'set', 'profile_directory', 'on'))
  const off = await eventually(
    () => walk.anonymous.get(walk.row.path),
    ({ status }) => status === 404,
  )
  walk.refused('S-351 switched off', off, 404)
}
