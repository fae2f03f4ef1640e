import { publish } from '../walk/arrange.ts'
import { serve } from '../walk/example.ts'
import { checkPages } from '../walk/pages.ts'
import { type Operation, row } from '../walk/row.ts'
import { pathOf, type Walk } from '../walk/walk.ts'

const FEATURED = '/api/v1/featured_tags'

export const tagOperations: Operation[] = [
  row('GET', FEATURED, async (walk) => {
    const loud = await feature(walk)
    await publish(walk, walk.alice, { status: `#${loud.name}` })
    const { json } = await serve(walk)
    const counts = json.map((tag: { statuses_count: string }) => Number(tag.statuses_count))
    walk.equal(
      'order',
      counts,
      counts.toSorted((a: number, b: number) => b - a),
    )
  }),

  row('POST', FEATURED, async (walk) => {
    const name = `Feature${walk.next()}`
    const { json } = await serve(walk, { body: { name: `#${name}` }, missing: { name: 400 } })
    walk.later(() => walk.alice.send('DELETE', `${FEATURED}/${json.id}`))
    walk.equal(
      'S-365 name',
      [json.name, json.statuses_count, json.last_status_at],
      [name, '0', null],
    )
    const again = await walk.alice.post(FEATURED, { name: name.toUpperCase() })
    walk.equal('S-365 again', [again.status, again.json?.id], [200, json.id])
    walk.refused('S-365 invalid', await walk.alice.post(FEATURED, { name: 'two words' }), 422)
    for (let more = 0; more < 9; more++) await feature(walk)
    walk.refused('S-366', await walk.alice.post(FEATURED, { name: `F${walk.next()}x` }), 422)
  }),

  row('DELETE', `${FEATURED}/:id`, async (walk) => {
    const { id } = await feature(walk)
    walk.refused('S-365 foreign', await walk.bob.send('DELETE', pathOf(walk.row, { id })), 404)
    await serve(walk, { params: { id } })
  }),

  row('GET', `${FEATURED}/suggestions`, async (walk) => {
    const name = `suggest${walk.next()}`
    await publish(walk, walk.alice, { status: `#${name}` })
    const { json } = await serve(walk)
    walk.claim('S-367 ten at most', json.length <= 10, json.length)
  }),

  row('GET', '/api/v1/accounts/:id/featured_tags', async (walk) => {
    const { name } = await feature(walk)
    const { json } = await serve(walk, { params: { id: walk.alice.id } })
    const names = json.map((tag: { name: string }) => tag.name)
    walk.claim('S-365', names.includes(name), names.join())
  }),

  row('GET', '/api/v1/tags/:id', async (walk) => {
    const name = `Tagged${walk.next()}`
    await publish(walk, walk.alice, { status: `#${name}` })
    const { json } = await serve(walk, { params: { id: name.toUpperCase() }, unknown: false })
    walk.equal('S-233', [json.name, json.history.length], [name, 7])
    const unused = await walk.anonymous.get(pathOf(walk.row, { id: `never${walk.next()}` }))
    walk.equal('S-232 unused', [unused.status, unused.json?.id], [200, ''])
    walk.refused('S-232 invalid', await walk.anonymous.get(pathOf(walk.row, { id: '12345' })), 404)
  }),

  row('GET', '/api/v1/followed_tags', async (walk) => {
    const follow = async () => {
      const name = `followed${walk.next()}`
      const tag = await walk.alice.must('POST', `/api/v1/tags/${name}/follow`)
      walk.later(() => walk.alice.post(`/api/v1/tags/${name}/unfollow`))
      return tag
    }
    const ids: string[] = []
    for (let at = 0; at < 5; at++) ids.unshift((await follow()).id)
    const { json } = await serve(walk)
    walk.equal('S-236 following', [...new Set(json.map(followed))], [true])
    await checkPages(walk, { as: walk.alice, ids, prev: 'since_id' })
  }),

  ...(['follow', 'unfollow'] as const).map((deed) =>
    row('POST', `/api/v1/tags/:id/${deed}`, async (walk) => {
      const id = `Followed${walk.next()}`
      walk.later(() => walk.alice.post(`/api/v1/tags/${id}/unfollow`))
      const { json } = await serve(walk, { params: { id }, unknown: false })
      walk.equal('S-234', json.following, deed === 'follow')
      const again = await walk.alice.post(pathOf(walk.row, { id: id.toUpperCase() }))
      walk.equal('S-234 again', again.json?.following, deed === 'follow')
      const made = await publish(walk, walk.carol, { status: `#${id}` })
      const home = await walk.alice.get('/api/v1/timelines/home')
      const shown = home.json.some((status: { id: string }) => status.id === made.id)
      walk.equal('S-237 at home', shown, deed === 'follow')
      walk.refused('invalid', await walk.alice.post(pathOf(walk.row, { id: '12345' })), 404)
    }),
  ),

  ...(['feature', 'unfeature'] as const).map((deed) =>
    row('POST', `/api/v1/tags/:id/${deed}`, async (walk) => {
      const id = `Chosen${walk.next()}`
      walk.later(() => walk.alice.post(`/api/v1/tags/${id}/unfeature`))
      const { json } = await serve(walk, { params: { id }, unknown: false })
      walk.equal('S-235', json.featuring, deed === 'feature')
      const again = await walk.alice.post(pathOf(walk.row, { id }))
      walk.equal('S-235 again', again.json?.featuring, deed === 'feature')
      walk.refused('invalid', await walk.alice.post(pathOf(walk.row, { id: '12345' })), 404)
    }),
  ),
]

function followed(tag: { following?: boolean }): boolean | undefined {
  return tag.following
}

/** Features a new hashtag on alice's profile until the check is over. */
async function feature(walk: Walk): Promise<{ id: string; name: string }> {
  const made = await walk.alice.must('POST', FEATURED, { name: `feature${walk.next()}` })
  walk.later(() => walk.alice.send('DELETE', `${FEATURED}/${made.id}`))
  return made
}
