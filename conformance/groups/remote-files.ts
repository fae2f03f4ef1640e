import { eventually, publish } from '../walk/arrange.ts'
import { checkPicture } from '../walk/check-picture.ts'
import { UNKNOWN_ID } from '../walk/example.ts'
import {
  lookUp,
  meetStranger,
  type Stranger,
  serveNote,
  servePicture,
} from '../walk/other-server.ts'
import { type Operation, row } from '../walk/row.ts'
import { PNG_DATA_URI } from '../walk/samples.ts'
import { pathOf, type Walk } from '../walk/walk.ts'

/** Remote files that this server proxies. */
export const remoteFileOperations: Operation[] = [
  row('GET', '/media_proxy/:id/:style', async (walk) => {
    const upload = () => walk.alice.must('POST', '/api/v2/media', { file: PNG_DATA_URI })
    const media = await upload()
    const at = (id: string, style: string) => walk.anonymous.get(pathOf(walk.row, { id, style }))
    await publish(walk, walk.alice, { media_ids: [media.id] })
    for (const [style, url] of [
      ['original', media.url],
      ['small', media.preview_url],
    ]) {
      const answer = await at(media.id, style)
      walk.equal(style, [answer.status, answer.headers.get('location')], [302, url])
    }
    const hidden = await upload()
    await publish(walk, walk.alice, { media_ids: [hidden.id], visibility: 'private' })
    walk.status('private', await at(hidden.id, 'original'), 404)
    walk.status('unknown', await at(UNKNOWN_ID, 'original'), 404)
  }),

  row('GET', '/media/:id', async (walk) => {
    const media = await walk.alice.must('POST', '/api/v2/media', { file: PNG_DATA_URI })
    const at = (id: string) => walk.anonymous.get(pathOf(walk.row, { id }))
    walk.status('not attached', await at(media.id), 404)
    await publish(walk, walk.alice, { media_ids: [media.id] })
    const answer = await at(media.id)
    walk.equal('its file', [answer.status, answer.headers.get('location')], [302, media.url])
    walk.status('unknown', await at(UNKNOWN_ID), 404)
  }),

  row('GET', '/proxy/media/:key/:size', async (walk) => {
    const unknown = pathOf(walk.row, { key: 'unknown', size: 'original' })
    walk.status('unknown', await walk.anonymous.get(unknown), 404)
    const stranger = await meetStranger(walk)
    if (stranger === null) return
    const url = servePicture(stranger.peer, 'attached')
    const attachment = [{ type: 'Document', mediaType: 'image/png', url }]
    const status = await lookUp(walk, 'statuses', serveNote(walk, stranger, { attachment }).id)
    const [media] = status.media_attachments
    walk.equal('remote_url', media?.remote_url, url)
    await checkPicture(walk, 'original', media?.url)
    await checkPicture(walk, 'small', media?.preview_url)
  }),

  row('GET', '/proxy/cards/:id', async (walk) => {
    walk.status('unknown', await walk.anonymous.get(pathOf(walk.row, { id: UNKNOWN_ID })), 404)
    const stranger = await meetStranger(walk)
    if (stranger === null) return
    const { peer } = stranger
    const head = `<title>A page</title><meta property="og:image" content="${servePicture(peer, 'page')}">`
    const page = `<!doctype html><html><head>${head}</head><body></body></html>`
    peer.serve('/page', page, { contentType: 'text/html' })
    const { id } = await publish(walk, walk.alice, { status: `Look: ${peer.url('/page')}` })
    const card = await eventually(
      async () => (await walk.alice.get(`/api/v1/statuses/${id}`)).json?.card,
      (found) => found !== null && found !== undefined,
    )
    walk.valid('PreviewCard', card)
    walk.equal('title', card?.title, 'A page')
    await checkPicture(walk, 'image', card?.image)
  }),

  ...(['avatar', 'header'] as const).flatMap((kind) => [
    row('GET', `/proxy/accounts/:id/${kind}`, (walk) => checkProfile(walk, kind, kind)),
    row('GET', `/proxy/accounts/:id/${kind}/static`, (walk) =>
      checkProfile(walk, kind, `${kind}_static`),
    ),
  ]),

  row('GET', '/proxy/emojis/:id', (walk) => checkEmoji(walk, 'url')),
  row('GET', '/proxy/emojis/:id/static', (walk) => checkEmoji(walk, 'static_url')),
]

async function checkProfile(walk: Walk, kind: 'avatar' | 'header', member: string): Promise<void> {
  walk.status('unknown', await walk.anonymous.get(pathOf(walk.row, { id: UNKNOWN_ID })), 404)
  const stranger = await meetStranger(walk, (peer) => ({
    [kind === 'avatar' ? 'icon' : 'image']: { type: 'Image', url: servePicture(peer, kind) },
  }))
  if (stranger === null) return
  const account = await lookUp(walk, 'accounts', stranger.actor.uri)
  await checkPicture(walk, member, account[member])
}

async function checkEmoji(walk: Walk, member: 'url' | 'static_url'): Promise<void> {
  walk.status('unknown', await walk.anonymous.get(pathOf(walk.row, { id: UNKNOWN_ID })), 404)
  const stranger = await meetStranger(walk)
  if (stranger === null) return
  const status = await lookUp(walk, 'statuses', serveWithEmoji(walk, stranger))
  const [emoji] = status.emojis
  walk.equal('shortcode', emoji?.shortcode, 'strange')
  await checkPicture(walk, member, emoji?.[member])
}

/** @returns the address of a note with an emoji */
function serveWithEmoji(walk: Walk, stranger: Stranger): string {
  const { peer } = stranger
  const icon = { type: 'Image', mediaType: 'image/png', url: servePicture(peer, 'strange') }
  const tag = [{ id: peer.url('/emojis/strange'), type: 'Emoji', name: ':strange:', icon }]
  return serveNote(walk, stranger, { content: '<p>:strange:</p>', tag }).id
}
