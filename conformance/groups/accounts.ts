import { publish, publishMany, relate } from '../walk/arrange.ts'
import { serve, UNKNOWN_ID } from '../walk/example.ts'
import { checkPages } from '../walk/pages.ts'
import { type Operation, row } from '../walk/row.ts'
import { PNG_DATA_URI } from '../walk/samples.ts'
import { openRegistrations, signUp } from '../walk/sign-up.ts'
import { pathOf, type Walk } from '../walk/walk.ts'

export const accountOperations: Operation[] = [
  row('GET', '/api/v1/accounts', async (walk) => {
    const { alice, bob, anonymous } = walk
    const answer = await serve(walk, { query: { id: [alice.id, UNKNOWN_ID, bob.id, 'x'] } })
    walk.equal('unknown ids are absent', idsOf(answer.json), [alice.id, bob.id].toSorted())
    const path = '/api/v1/accounts'
    walk.equal('S-002 one id', idsOf((await anonymous.get(path, { id: bob.id })).json), [bob.id])
    const many = Array.from({ length: 41 }, (_, at) =>
      String(108_020_000_000_000_000n + BigInt(at)),
    )
    walk.refused('more than 40 ids', await anonymous.get(path, { id: many }), 422)
    walk.equal('none', (await anonymous.get(path)).json, [])
  }),

  row('GET', '/api/v1/accounts/lookup', async (walk) => {
    const { alice, anonymous, row } = walk
    const host = new URL(walk.base).host
    await serve(walk, { query: { acct: alice.username }, missing: { acct: 404 } })
    const name = alice.username
    for (const acct of [`@${name}`, name.toUpperCase(), ` ${name} `, `${name}@${host}`]) {
      const answer = await anonymous.get(row.path, { acct })
      walk.status(`S-274 S-275 "${acct}"`, answer, 200)
      walk.equal(`S-274 "${acct}"`, answer.json?.id, alice.id)
    }
    for (const acct of ['', '  ', 'nobody_of_this_name', 'a@[', `${name}@unknown.example`]) {
      walk.refused(`S-275 "${acct}"`, await anonymous.get(row.path, { acct }), 404)
    }
  }),

  row('GET', '/api/v1/accounts/search', async (walk) => {
    const { alice, bob, row } = walk
    const answer = await serve(walk, { query: { q: bob.username } })
    walk.claim('finds the account', idsOf(answer.json).includes(bob.id), answer.text)
    const one = await alice.get(row.path, { q: bob.username, limit: 1, offset: 1 })
    walk.claim('offset', !idsOf(one.json).includes(bob.id), one.text)
    const followed = await alice.get(row.path, { q: bob.username, following: true })
    walk.equal('following only', idsOf(followed.json), [])
  }),

  row('GET', '/api/v1/accounts/relationships', async (walk) => {
    const { alice, bob, carol, row } = walk
    await relate(walk, alice, 'follow', bob)
    const answer = await serve(walk, { query: { id: [bob.id, carol.id] } })
    walk.equal('ids', idsOf(answer.json), [bob.id, carol.id].toSorted())
    const one = await alice.get(row.path, { id: bob.id })
    walk.equal('S-002 one id', idsOf(one.json), [bob.id])
    walk.equal('S-141 following', one.json?.[0]?.following, true)
    walk.equal(
      'S-141 note and languages',
      [one.json?.[0]?.note, one.json?.[0]?.languages],
      ['', null],
    )
  }),

  row('GET', '/api/v1/accounts/:id', async (walk) => {
    const answer = await serve(walk, { params: { id: walk.bob.id } })
    walk.equal('acct', answer.json.acct, walk.bob.username)
    if (!(await openRegistrations(walk))) return walk.leaveOut('registrations are closed')
    const { username, client } = await signUp(walk)
    if ((await client.get('/api/v1/accounts/verify_credentials')).status === 200) return
    const found = await walk.alice.get('/api/v1/accounts/lookup', { acct: username })
    const hidden = await walk.alice.get(pathOf(walk.row, { id: found.json?.id }))
    walk.refused('S-277 unconfirmed', hidden, 404)
  }),

  row('GET', '/api/v1/accounts/:id/statuses', async (walk) => {
    const { dora, anonymous } = walk
    const ids = await publishMany(walk, dora, 5)
    const params = { id: dora.id }
    await serve(walk, { params })
    await checkPages(walk, { as: anonymous, params, query: { exclude_replies: true }, ids })
    await checkStatusFilters(walk)
  }),

  row('GET', '/api/v1/accounts/:id/followers', async (walk) => {
    const { alice, bob, carol, dora } = walk
    for (const person of [bob, carol, dora]) await relate(walk, person, 'follow', alice)
    const params = { id: alice.id }
    await serve(walk, { params })
    await checkPages(walk, { as: alice, params, ids: [dora.id, carol.id, bob.id] })
    await checkHidden(walk)
  }),

  row('GET', '/api/v1/accounts/:id/following', async (walk) => {
    const { alice, bob, carol, dora } = walk
    for (const person of [bob, carol, dora]) await relate(walk, alice, 'follow', person)
    const params = { id: alice.id }
    await serve(walk, { params })
    await checkPages(walk, { as: alice, params, ids: [dora.id, carol.id, bob.id] })
    await checkHidden(walk)
  }),

  row('GET', '/api/v1/accounts/:id/identity_proofs', async (walk) => {
    const answer = await serve(walk, { params: { id: walk.bob.id } })
    walk.equal('always empty', answer.json, [])
    walk.equal('S-017', answer.headers.get('deprecation'), '@1648598400')
  }),
]

/** S-288 */
async function checkStatusFilters(walk: Walk): Promise<void> {
  const { bob, dora, anonymous } = walk
  const tag = `tag${walk.next()}`
  const media = await dora.must('POST', '/api/v1/media', { file: PNG_DATA_URI })
  const picture = await publish(walk, dora, { media_ids: [media.id] })
  const own = await publish(walk, dora, { in_reply_to_id: picture.id })
  const tagged = await publish(walk, dora, { status: `About #${tag}` })
  const other = await publish(walk, bob)
  const reply = await publish(walk, dora, { in_reply_to_id: other.id })
  const boost = await dora.must('POST', `/api/v1/statuses/${other.id}/reblog`)
  const hidden = await publish(walk, dora, { visibility: 'private' })
  await dora.must('POST', `/api/v1/statuses/${own.id}/pin`)

  const read = async (query: Record<string, string | boolean>, as = anonymous) =>
    (await as.get(pathOf(walk.row, { id: dora.id }), query)).json?.map?.(
      (item: { id: string }) => item.id,
    ) ?? []
  walk.equal('S-288 only_media', await read({ only_media: true }), [picture.id])
  walk.equal('S-288 tagged', await read({ tagged: tag }), [tagged.id])
  walk.equal('S-288 pinned', await read({ pinned: true }), [own.id])
  const noReplies = await read({ exclude_replies: true })
  walk.equal(
    'S-288 exclude_replies',
    [own.id, reply.id].map((id) => noReplies.includes(id)),
    [true, false],
  )
  const noBoosts = await read({ exclude_reblogs: true })
  walk.equal('S-288 exclude_reblogs', noBoosts.includes(boost.id), false)
  const all = await read({})
  walk.equal(
    'S-288 anonymous',
    [boost.id, hidden.id].map((id) => all.includes(id)),
    [true, false],
  )
  await relate(walk, dora, 'block', bob)
  walk.equal('S-288 blocked viewer', await read({}, bob), [])
}

/** S-279 */
async function checkHidden(walk: Walk): Promise<void> {
  const { alice, bob, anonymous } = walk
  const path = pathOf(walk.row, { id: alice.id })
  const update = (hide: boolean) =>
    alice.must('PATCH', '/api/v1/accounts/update_credentials', { hide_collections: hide })
  await update(true)
  walk.later(() => update(false))
  walk.equal('S-279 hidden network', (await anonymous.get(path)).json, [])
  walk.equal('S-279 hidden from the owner', (await alice.get(path)).json?.length, 3)
  await update(false)
  await relate(walk, alice, 'block', bob)
  walk.equal('S-279 blocked viewer', (await bob.get(path)).json, [])
}

function idsOf(list: unknown): string[] {
  return Array.isArray(list) ? list.map((item) => item.id).toSorted() : []
}
