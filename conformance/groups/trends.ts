import { readLinks } from '../http/link-header.ts'
import { eventually, publish } from '../walk/arrange.ts'
import { serve } from '../walk/example.ts'
import { startOther } from '../walk/other-server.ts'
import { checkPages, FIRST_PAGE } from '../walk/pages.ts'
import { type Operation, row } from '../walk/row.ts'
import { pathOf, type Walk } from '../walk/walk.ts'

const TRENDS = '/api/v1/trends'

/** Trends are shown after an operator has scored them with reviews disabled. */
export const trendOperations: Operation[] = [
  ...[TRENDS, `${TRENDS}/tags`].map((path) =>
    row('GET', path, async (walk) => {
      const names = [`Rising${walk.next()}`, `Rising${walk.next()}`]
      for (const as of [walk.alice, walk.bob]) {
        await publish(walk, as, { status: names.map((name) => `#${name}`).join(' ') })
      }
      const shown = await checkTrends(walk, (tag: { name: string }) => tag.name)
      for (const name of names) walk.claim('S-240', shown === null || shown.includes(name), name)
    }),
  ),

  row('GET', `${TRENDS}/links`, async (walk) => {
    const urls = await shareLinks(walk, 2)
    const shown = await checkTrends(walk, (link: { url: string }) => link.url)
    for (const url of urls) walk.claim('S-240', shown === null || shown.includes(url), url)
  }),

  row('GET', `${TRENDS}/statuses`, async (walk) => {
    const ids: string[] = []
    for (const as of [walk.alice, walk.bob]) {
      await as.must('PATCH', '/api/v1/accounts/update_credentials', { discoverable: true })
      const { id } = await publish(walk, as)
      for (const fan of [walk.carol, walk.dora]) {
        await fan.must('POST', `/api/v1/statuses/${id}/favourite`)
      }
      ids.push(id)
    }
    const shown = await checkTrends(walk, (status: { id: string }) => status.id)
    for (const id of ids) walk.claim('S-240', shown === null || shown.includes(id), id)
  }),

  row('GET', '/api/v1/timelines/link', async (walk) => {
    const { alice, bob, anonymous } = walk
    const unknown = { url: `https://a.example/${walk.next()}` }
    walk.refused('not trending', await anonymous.get(walk.row.path, unknown), 404)
    walk.refused('no url', await anonymous.get(walk.row.path), 400)
    for (const as of [alice, bob]) {
      await as.must('PATCH', '/api/v1/accounts/update_credentials', { discoverable: true })
    }
    const [url = ''] = await shareLinks(walk, 1)
    if (url === '' || !(await score(walk))) return walk.leaveOut(FIRST_PAGE)
    for (let more = 0; more < 3; more++)
      await publish(walk, bob, { status: `${url} ${walk.next()}` })
    const all = await eventually(
      () => anonymous.get(walk.row.path, { url, limit: 40 }),
      ({ status }) => status === 200,
    )
    const ids = Array.isArray(all.json) ? all.json.map(({ id }: { id: string }) => id) : []
    walk.equal('statuses of the link', ids.length, 5)
    await serve(walk, { query: { url }, missing: { url: 400 } })
    await checkPages(walk, { as: anonymous, query: { url }, ids })
  }),
]

/**
 * Scores recent uses, then pages through the trends (S-043, S-240, S-241).
 * @returns the shown items, or null without an operator
 */
async function checkTrends(
  walk: Walk,
  // biome-ignore lint/suspicious/noExplicitAny: an item of the reply
  nameOf: (item: any) => string,
): Promise<string[] | null> {
  const { anonymous, row } = walk
  const scored = await score(walk)
  const read = () => anonymous.get(row.path, { limit: 20 })
  const all = await eventually(read, ({ json }) => !scored || json?.length >= 2)
  const { headers } = await serve(walk)
  walk.equal('S-018 Vary', headers.get('vary'), 'Authorization, Cookie, Accept-Language')
  if (!scored) {
    walk.leaveOut(FIRST_PAGE)
    return null
  }
  const names: string[] = Array.isArray(all.json) ? all.json.map(nameOf) : []
  const page = await anonymous.get(pathOf(row), { limit: 1, offset: 1 })
  walk.equal(FIRST_PAGE, Array.isArray(page.json) && page.json.map(nameOf), names.slice(1, 2))
  const { next, prev } = readLinks(page.headers.get('link'))
  const offsets = [next, prev].map((url) => url?.searchParams.get('offset'))
  walk.equal('S-043 next, prev', offsets, ['2', '0'])
  const beyond = await anonymous.get(pathOf(row), { offset: 1000 })
  const back = readLinks(beyond.headers.get('link')).prev
  walk.equal(
    'S-241 beyond the end',
    [beyond.status, beyond.json, back !== undefined],
    [200, [], true],
  )
  return names
}

/** @returns whether the server scored recent uses, and shows trends without review */
export async function score({ operator }: Walk): Promise<boolean> {
  if (operator === null) return false
  await operator('settings', 'set', 'trends.review', 'off')
  await operator('trends', 'list', '--refresh')
  return true
}

/** Alice and bob share links to pages that have been fetched. */
export async function shareLinks(walk: Walk, many: number): Promise<string[]> {
  if (walk.operator === null) return []
  const peer = await startOther(walk)
  const urls: string[] = []
  for (let at = 0; at < many; at++) {
    const path = `/page${walk.next()}`
    peer.serve(path, '<!doctype html><html><head><title>A page</title></head></html>', {
      contentType: 'text/html',
    })
    const url = peer.url(path)
    urls.push(url)
    await publish(walk, walk.alice, { status: `Read ${url}` })
    const { id } = await publish(walk, walk.bob, { status: `Read ${url}` })
    await eventually(
      async () => (await walk.bob.get(`/api/v1/statuses/${id}`)).json?.card,
      (card) => card !== null && card !== undefined,
    )
  }
  return urls
}
