import { checkPicture } from '../walk/check-picture.ts'
import { serve } from '../walk/example.ts'
import { type Operation, row } from '../walk/row.ts'
import { pathOf, type Walk } from '../walk/walk.ts'

const GIFS = '/api/rookery/v1/gifs'

/** GIFs (S-618); our own server has a provider that finds two whatever is searched for. */
export const gifOperations: Operation[] = [
  row('GET', GIFS, async (walk) => {
    if (walk.operator === null) return walk.leaveOut('it may have no provider')
    const { json } = await serve(walk, { query: { q: 'rook' } })
    walk.equal('found', json.length, 2)
    walk.refused('nothing searched', await walk.alice.get(GIFS), 400)
  }),

  row('POST', `${GIFS}/:id`, async (walk) => {
    if (walk.operator === null) return walk.leaveOut('it may have no provider')
    const { json } = await serve(walk, { params: { id: 'rook1' } })
    walk.equal('S-618 description', json.description, 'A rook hops')
    const unknown = await walk.alice.post(pathOf(walk.row, { id: 'none' }))
    walk.refused('unknown', unknown, 404)
  }),

  row('GET', '/proxy/gifs/:name', (walk) => checkPreview(walk, 'preview_url')),
  row('GET', '/proxy/gifs/:name/static', (walk) => checkPreview(walk, 'static_url')),
]

async function checkPreview(walk: Walk, member: string): Promise<void> {
  if (walk.operator === null) return walk.leaveOut('it may have no provider')
  const [gif] = (await walk.alice.get(`${GIFS}?q=rook`)).json
  await checkPicture(walk, member, gif?.[member])
  const forged = await walk.anonymous.get(pathOf(walk.row, { name: 'eA.eA' }))
  walk.status('S-618 not signed', forged, 404)
}
