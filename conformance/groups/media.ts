import { multipart } from '../http/encoding.ts'
import { publish } from '../walk/arrange.ts'
import { serve } from '../walk/example.ts'
import { type Operation, row } from '../walk/row.ts'
import { PNG_DATA_URI, pngFile } from '../walk/samples.ts'
import { checkSuccess, pathOf, type Walk } from '../walk/walk.ts'

export const mediaOperations: Operation[] = [
  row('POST', '/api/v2/media', (walk) => upload(walk)),
  row('POST', '/api/v1/media', (walk) => upload(walk)),

  row('GET', '/api/v1/media/:id', async (walk) => {
    const made = await walk.alice.must('POST', '/api/v2/media', { file: PNG_DATA_URI })
    const path = pathOf(walk.row, { id: made.id })
    await serve(walk, { params: { id: made.id } })
    walk.refused("S-347 another's", await walk.bob.get(path), 404)
    await publish(walk, walk.alice, { media_ids: [made.id] })
    walk.refused('S-347 attached', await walk.alice.get(path), 404)
  }),

  row('PUT', '/api/v1/media/:id', async (walk) => {
    const made = await walk.alice.must('POST', '/api/v2/media', { file: PNG_DATA_URI })
    const path = pathOf(walk.row, { id: made.id })
    const body = { description: 'A blue field', focus: '-0.5,0.25' }
    const { json } = await serve(walk, { params: { id: made.id }, body })
    walk.equal('description', json.description, 'A blue field')
    walk.equal('S-347 focus', json.meta?.focus, { x: -0.5, y: 0.25 })
    const again = await walk.alice.send('PATCH', path, { body: { description: 'Blue' } })
    walk.equal('S-007', again.json?.description, 'Blue')
    const foreign = await walk.bob.send('PUT', path, { body })
    walk.refused("S-347 another's", foreign, 404)
  }),

  row('DELETE', '/api/v1/media/:id', async (walk) => {
    const made = await walk.alice.must('POST', '/api/v2/media', { file: PNG_DATA_URI })
    const foreign = await walk.bob.send('DELETE', pathOf(walk.row, { id: made.id }))
    walk.refused("another's", foreign, 404)
    await serve(walk, { params: { id: made.id } })
    const gone = await walk.alice.get(pathOf(walk.row, { id: made.id }))
    walk.refused('gone', gone, 404)
    const attached = await walk.alice.must('POST', '/api/v2/media', { file: PNG_DATA_URI })
    await publish(walk, walk.alice, { media_ids: [attached.id] })
    const refused = await walk.alice.send('DELETE', pathOf(walk.row, { id: attached.id }))
    walk.refused('S-348 attached', refused, 422)
  }),
]

async function upload(walk: Walk): Promise<void> {
  const { alice, row } = walk
  const body = multipart({ description: 'A blue field', focus: '0.1,-0.2' })
  body.set('file', pngFile())
  const { json } = await serve(walk, { body })
  walk.equal('S-347 image', [json.type, json.description], ['image', 'A blue field'])
  walk.equal('S-347 focus', json.meta?.focus, { x: 0.1, y: -0.2 })
  walk.equal('size', [json.meta?.original?.width, json.meta?.original?.height], [16, 12])
  walk.claim('blurhash', typeof json.blurhash === 'string', json.blurhash)
  const picture = await fetch(json.url)
  await picture.arrayBuffer()
  walk.equal('url', [picture.status, picture.headers.get('content-type')], [200, 'image/png'])
  const encoded = await alice.post(row.path, { file: PNG_DATA_URI, thumbnail: PNG_DATA_URI })
  checkSuccess(walk, 'S-346 base64', encoded)
  const form = await alice.post(row.path, new URLSearchParams({ file: PNG_DATA_URI }))
  checkSuccess(walk, 'S-346 base64 in a form', form)
  walk.refused(
    'S-346 undecodable',
    await alice.post(row.path, { file: 'data:image/png;base64,?' }),
    422,
  )
  const text = multipart({})
  text.set('file', new File(['just text'], 'note.txt', { type: 'text/plain' }))
  walk.refused('S-348 unsupported', await alice.post(row.path, text), 422)
  walk.refused('no file', await alice.post(row.path, {}), 400, 422)
}
