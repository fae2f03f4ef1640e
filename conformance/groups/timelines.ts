import { eventually, makeList, publish, publishMany, relate } from '../walk/arrange.ts'
import { serve } from '../walk/example.ts'
import { checkPages } from '../walk/pages.ts'
import { type Operation, row } from '../walk/row.ts'
import { PNG_DATA_URI } from '../walk/samples.ts'
import { pathOf, type Walk } from '../walk/walk.ts'

export const timelineOperations: Operation[] = [
  row('GET', '/api/v1/timelines/home', async (walk) => {
    const { alice, bob, carol } = walk
    await relate(walk, alice, 'follow', bob)
    const before = await idsAt(walk, alice)
    const ids = await publishMany(walk, bob, 5)
    await serve(walk)
    await checkPages(walk, { as: alice, ids: [...ids, ...before] })
    const foreign = await publish(walk, carol)
    const reply = await publish(walk, bob, { in_reply_to_id: foreign.id })
    const own = await publish(walk, alice)
    const shown = await idsAt(walk, alice)
    const seen = [foreign, reply, own].map(({ id }) => shown.includes(id))
    walk.equal('S-320 stranger, reply to a stranger, own', seen, [false, false, true])
  }),

  row('GET', '/api/v1/timelines/public', async (walk) => {
    const { alice, bob } = walk
    const before = await idsAt(walk)
    const ids = await publishMany(walk, bob, 5)
    await serve(walk)
    await checkPages(walk, { as: walk.anonymous, query: { local: true }, ids: [...ids, ...before] })
    const media = await bob.must('POST', '/api/v1/media', { file: PNG_DATA_URI })
    const picture = await publish(walk, bob, { media_ids: [media.id] })
    const hidden = await publish(walk, bob, { visibility: 'unlisted' })
    const reply = await publish(walk, bob, { in_reply_to_id: (await publish(walk, alice)).id })
    const boost = await alice.must('POST', `/api/v1/statuses/${ids[0]}/reblog`)
    const shown = await idsAt(walk)
    const seen = [hidden, reply, boost].map(({ id }) => shown.includes(id))
    walk.equal('S-323 unlisted, reply, reblog', seen, [false, false, false])
    walk.equal(
      'S-323 only_media',
      (await idsAt(walk, walk.anonymous, { only_media: true }))[0],
      picture.id,
    )
    walk.equal(
      'S-323 remote',
      await idsAt(walk, walk.anonymous, { remote: true, local: false }),
      [],
    )
    await checkClosed(walk)
    await relate(walk, alice, 'mute', bob)
    walk.equal('S-323 muted author', (await idsAt(walk, alice)).includes(picture.id), false)
  }),

  row('GET', '/api/v1/timelines/list/:list_id', async (walk) => {
    const { alice, bob, carol } = walk
    const list_id = await makeList(walk, alice, [bob])
    const before = await idsOf(alice.get(pathOf(walk.row, { list_id }), { limit: 40 }))
    const ids = await publishMany(walk, bob, 5)
    await publish(walk, carol)
    const foreign = await publish(walk, carol)
    await publish(walk, bob, { in_reply_to_id: foreign.id })
    await serve(walk, { params: { list_id } })
    await checkPages(walk, { as: alice, params: { list_id }, ids: [...ids, ...before] })
    walk.refused('foreign', await bob.get(pathOf(walk.row, { list_id })), 404)
  }),

  row('GET', '/api/v1/timelines/tag/:hashtag', async (walk) => {
    const { bob, anonymous } = walk
    const [one, other] = [`Tag${walk.next()}`, `Tag${walk.next()}`]
    const ids = await publishMany(walk, bob, 5, { status: `#${one}` })
    const both = await publish(walk, bob, { status: `#${one} #${other}` })
    const all = [both.id, ...ids]
    const params = { hashtag: one }
    await serve(walk, { params, unknown: false, suffix: false })
    await checkPages(walk, { as: anonymous, params, query: { local: true }, ids: all })
    await checkPages(walk, { as: anonymous, params, query: { none: [other] }, ids })
    const read = (hashtag: string, query = {}) =>
      idsOf(anonymous.get(pathOf(walk.row, { hashtag }), query))
    walk.equal('S-324 other case', await read(one.toUpperCase()), all)
    walk.equal('S-324 all', await read(one, { all: [other] }), [both.id])
    const alone = await publish(walk, bob, { status: `#${other}` })
    walk.equal('S-324 any', await read(one, { any: [other] }), [alone.id, ...all])
    walk.equal('S-324 unknown', await read(`no${one}`), [])
  }),
]

/** S-311 */
async function checkClosed(walk: Walk): Promise<void> {
  const { operator, row } = walk
  if (operator === null) return walk.leaveOut('a timeline that is not public')
  const set = (access: string) => operator('settings', 'set', 'timelines.live.local', access)
  await set('authenticated')
  walk.later(() => set('public'))
  const read = () => walk.anonymous.get(row.path, { local: true })
  const refused = await eventually(read, ({ status }) => status !== 200)
  walk.refused('S-311 anonymous', refused, 401, 422)
  walk.status('S-311 user', await walk.alice.get(row.path, { local: true }), 200)
}

async function idsOf(answer: ReturnType<Walk['alice']['get']>): Promise<string[]> {
  const { json } = await answer
  return Array.isArray(json) ? json.map(({ id }) => id) : []
}

function idsAt(
  walk: Walk,
  as: Pick<Walk['alice'], 'get'> = walk.anonymous,
  query = {},
): Promise<string[]> {
  return idsOf(as.get(walk.row.path, { limit: 40, ...query }))
}
