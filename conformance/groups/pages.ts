import type { Answer } from '../http/client.ts'
import { publish } from '../walk/arrange.ts'
import { serve } from '../walk/example.ts'
import { type Operation, row } from '../walk/row.ts'
import { checkSuccess, pathOf, type Walk } from '../walk/walk.ts'

/** Public pages, and their embeds on other sites. */
export const pageOperations: Operation[] = [
  row('GET', '/@:username', async (walk) => {
    const made = await publish(walk, walk.alice, { status: 'On the page' })
    const page = await openPage(walk, `/@${walk.alice.username}`)
    walk.claim('shows the status', page.text.includes('On the page'), page.text.slice(0, 200))
    const feed = await walk.anonymous.get(`/@${walk.alice.username}.rss`)
    walk.status('RSS', feed, 200)
    checkType(walk, feed, 'application/rss+xml')
    walk.claim('RSS has the status', feed.text.includes(made.id), feed.text.slice(0, 200))
    const headers = { accept: 'text/html' }
    walk.status('unknown', await walk.anonymous.send('GET', '/@nobody_here', { headers }), 404)
  }),

  row('GET', '/@:username/:id', async (walk) => {
    const made = await publish(walk, walk.alice, { status: 'On its own page' })
    const page = await openPage(walk, `/@${walk.alice.username}/${made.id}`)
    walk.claim('shows the status', page.text.includes('On its own page'), page.text.slice(0, 200))
    const hidden = await publish(walk, walk.alice, { visibility: 'private' })
    const headers = { accept: 'text/html' }
    const path = `/@${walk.alice.username}/${hidden.id}`
    walk.status('private', await walk.anonymous.send('GET', path, { headers }), 404)
  }),

  row('GET', '/@:username/:id/embed', async (walk) => {
    const made = await publish(walk, walk.alice, { status: 'In a frame' })
    const page = await walk.anonymous.get(`/@${walk.alice.username}/${made.id}/embed`)
    walk.status('success', page, 200)
    checkType(walk, page, 'text/html')
    walk.claim('shows the status', page.text.includes('In a frame'), page.text.slice(0, 200))
    const policy = page.headers.get('content-security-policy') ?? ''
    const framed = !/frame-ancestors 'none'/.test(policy) && !page.headers.has('x-frame-options')
    walk.claim('may be framed', framed, policy)
  }),

  row('GET', '/api/oembed', async (walk) => {
    const made = await publish(walk, walk.alice)
    const { json } = await serve(walk, { query: { url: made.url }, missing: { url: 404 } })
    walk.equal('default width', json.width, 400)
    walk.claim('html', json.html?.includes(`/${made.id}/embed`), json.html)
    const narrow = await walk.anonymous.get(walk.row.path, { url: made.url, maxwidth: 320 })
    walk.equal('maxwidth', narrow.json?.width, 320)
    const hidden = await publish(walk, walk.alice, { visibility: 'private' })
    walk.refused('private', await walk.anonymous.get(walk.row.path, { url: hidden.url }), 404)
  }),

  row('GET', '/api/web/embeds/:id', async (walk) => {
    const { id } = await publish(walk, walk.alice)
    const answer = await walk.anonymous.get(pathOf(walk.row, { id }))
    checkSuccess(walk, 'anonymous', answer)
    walk.claim('html', answer.json?.html?.includes(`/${id}/embed`), answer.text)
    const hidden = await publish(walk, walk.alice, { visibility: 'private' })
    walk.refused('private', await walk.alice.get(pathOf(walk.row, { id: hidden.id })), 404)
  }),
]

async function openPage(walk: Walk, path: string): Promise<Answer> {
  const page = await walk.anonymous.send('GET', path, { headers: { accept: 'text/html' } })
  checkSuccess(walk, 'page', page, null)
  checkType(walk, page, 'text/html')
  const policy = page.headers.get('content-security-policy') ?? ''
  walk.claim('A40 content security policy', /default-src/.test(policy), policy)
  walk.claim('Open Graph', /<meta property="og:title"/.test(page.text), page.text.slice(0, 200))
  return page
}

function checkType(walk: Walk, { headers }: Answer, type: string): void {
  const seen = headers.get('content-type') ?? ''
  walk.claim('content type', seen.startsWith(type), seen)
}
