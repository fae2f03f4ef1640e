import { publish } from '../walk/arrange.ts'
import { contentTypeOf, getDocument, lastPart, readDocument, readRow } from '../walk/documents.ts'
import { UNKNOWN_ID } from '../walk/example.ts'
import { type Operation, row } from '../walk/row.ts'
import { pathOf, type Walk } from '../walk/walk.ts'
import { importEmoji } from './server.ts'

/** Documents of statuses for other servers. */
export const statusDocumentOperations: Operation[] = [
  row('GET', '/users/:username/statuses/:id', async (walk) => {
    const status = await publish(walk, walk.alice)
    const note = await getDocument(walk, of(walk, status), 'Note')
    walk.equal('id', new URL(note.id).pathname, pathOf(walk.row, of(walk, status)))
    walk.equal('content', note.content, status.content)
    const poll = await publish(walk, walk.alice, {
      poll: { options: ['a', 'b'], expires_in: 3600 },
    })
    const question = await getDocument(walk, of(walk, poll), 'Question')
    walk.equal('options', question.oneOf?.length, 2)
    const hidden = await publish(walk, walk.alice, { visibility: 'private' })
    walk.status('private', await readRow(walk, of(walk, hidden)), 404)
    await walk.alice.send('DELETE', `/api/v1/statuses/${status.id}`)
    const gone = await readRow(walk, of(walk, status))
    walk.equal('deleted', [gone.status, gone.json?.type], [410, 'Tombstone'])
    walk.status('unknown', await readRow(walk, of(walk, { id: UNKNOWN_ID })), 404)
  }),

  row('GET', '/users/:username/statuses/:id/activity', async (walk) => {
    const status = await publish(walk, walk.alice)
    const create = await getDocument(walk, of(walk, status), 'Create')
    walk.equal('object', create.object?.type, 'Note')
    const boost = await walk.alice.must('POST', `/api/v1/statuses/${status.id}/reblog`)
    const announce = await getDocument(walk, of(walk, boost), 'Announce')
    walk.equal('boosted', announce.object, create.object?.id)
  }),

  row('GET', '/users/:username/statuses/:id/replies', async (walk) => {
    const status = await publish(walk, walk.alice)
    const own = await publish(walk, walk.alice, { in_reply_to_id: status.id })
    const other = await publish(walk, walk.bob, { in_reply_to_id: status.id })
    const replies = await getDocument(walk, of(walk, status), 'Collection')
    walk.equal('own ones', replies.first?.items?.map(lastPart), [own.id])
    const page = await readDocument(walk, replies.first?.next ?? '/')
    walk.equal('then others', page.json?.items?.map(lastPart), [other.id])
  }),

  ...(['likes', 'shares'] as const).map((name) =>
    row('GET', `/users/:username/statuses/:id/${name}`, async (walk) => {
      const status = await publish(walk, walk.alice)
      const deed = name === 'likes' ? 'favourite' : 'reblog'
      await walk.bob.must('POST', `/api/v1/statuses/${status.id}/${deed}`)
      const collection = await getDocument(walk, of(walk, status), 'Collection')
      walk.equal('counted', collection.totalItems, 1)
    }),
  ),

  row('GET', '/users/:username/outbox', async (walk) => {
    for (let made = 0; made < 21; made++) await publish(walk, walk.alice)
    const outbox = await getDocument(walk, of(walk), 'OrderedCollection')
    const first = await readDocument(walk, outbox.first ?? '/')
    walk.equal('20 per page', first.json?.orderedItems?.length, 20)
    const next = await readDocument(walk, first.json?.next ?? '/')
    walk.claim('next page', next.json?.orderedItems?.length > 0, next.text.slice(0, 200))
  }),

  row('GET', '/users/:username/collections/featured', async (walk) => {
    const status = await publish(walk, walk.alice)
    await walk.alice.must('POST', `/api/v1/statuses/${status.id}/pin`)
    const featured = await getDocument(walk, of(walk), 'OrderedCollection')
    const ids = featured.orderedItems?.map((item: { id: string }) => lastPart(item.id))
    walk.claim('pinned', ids?.includes(status.id), ids?.join())
  }),

  row('GET', '/users/:username/collections/tags', async (walk) => {
    const name = `Shown${walk.next()}`
    const made = await walk.alice.must('POST', '/api/v1/featured_tags', { name })
    walk.later(() => walk.alice.send('DELETE', `/api/v1/featured_tags/${made.id}`))
    const tags = await getDocument(walk, of(walk), 'Collection')
    const names = tags.items?.map((item: { name: string }) => item.name)
    walk.claim('S-501', names?.includes(`#${name}`), names?.join())
    walk.equal('S-501 totalItems', tags.totalItems, tags.items?.length)
  }),

  row('GET', '/contexts/:id', async (walk) => {
    const { status, id } = await conversation(walk)
    const context = await getDocument(walk, { id }, 'Collection')
    walk.equal('items', context.first?.items?.map(lastPart), [status.id])
    walk.status('unknown', await readRow(walk, { id: UNKNOWN_ID }), 404)
  }),

  row('GET', '/contexts/:id/items', async (walk) => {
    const { status, id } = await conversation(walk)
    const page = await getDocument(walk, { id }, 'CollectionPage')
    walk.equal('items', page.items?.map(lastPart), [status.id])
    const later = await readDocument(walk, `${pathOf(walk.row, { id })}?min_id=${status.id}`)
    walk.equal('min_id', later.json?.items, [])
  }),

  row('GET', '/tags/:id', async (walk) => {
    const name = `collected${walk.next()}`
    const status = await publish(walk, walk.alice, { status: `#${name}` })
    const collection = await getDocument(walk, { id: name }, 'OrderedCollection')
    const page = await readDocument(walk, collection.first ?? '/')
    walk.equal('items', page.json?.orderedItems?.map(lastPart), [status.id])
    const html = await walk.anonymous.send('GET', pathOf(walk.row, { id: name }), {
      headers: { accept: 'text/html' },
    })
    walk.claim('HTML', contentTypeOf(html).startsWith('text/html'), contentTypeOf(html))
    const feed = await walk.anonymous.get(`${pathOf(walk.row, { id: name })}.rss`)
    walk.claim('RSS', contentTypeOf(feed).includes('rss+xml'), contentTypeOf(feed))
  }),

  row('GET', '/emojis/:id', async (walk) => {
    walk.status('unknown', await readRow(walk, { id: UNKNOWN_ID }), 404)
    if (walk.operator !== null) await importEmoji(walk)
    const [emoji] = (await walk.anonymous.get('/api/v1/custom_emojis')).json ?? []
    if (emoji === undefined) return walk.leaveOut('a custom emoji: the server has none')
    const status = await publish(walk, walk.alice, { status: `:${emoji.shortcode}:` })
    const note = await readDocument(walk, new URL(status.uri).pathname)
    const id = lastPart(note.json?.tag?.find((tag: { type: string }) => tag.type === 'Emoji')?.id)
    const found = await getDocument(walk, { id }, 'Emoji')
    walk.equal('name', found.name, `:${emoji.shortcode}:`)
  }),
]

/** Path parameters for alice. */
function of({ alice }: Walk, status?: { id: string }): Record<string, string> {
  return { username: alice.username, ...(status === undefined ? {} : { id: status.id }) }
}

/** A conversation with one status, and its id. */
async function conversation(walk: Walk): Promise<{ status: { id: string }; id: string }> {
  const status = await publish(walk, walk.alice)
  const note = await readDocument(walk, new URL(status.uri).pathname)
  return { status, id: lastPart(note.json?.context) }
}
