import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linkHeader, offsetLinks, paginationLinks } from '../../src/kernel/http/link-header.ts'
import { limitOf, offsetFields, paginationFields } from '../../src/kernel/http/params.ts'
import type { Server } from '../../src/kernel/http/routes.ts'
import { Type } from '../../src/kernel/http/schema.ts'
import { startSmallServer } from './conventions-server.ts'

const open = { scope: 'public' } as const
const NEWEST = '000000000000000009'

/** Ids 9, 8, 7… as many as the `items` parameter says. */
function idsOf(items: number): string[] {
  return Array.from({ length: items }, (_, index) => String(9 - index).padStart(18, '0'))
}

function addRoutes(server: Server): void {
  const querystring = Type.Object({
    ...paginationFields,
    items: Type.Integer(),
    any: Type.Optional(Type.Array(Type.String())),
    only_media: Type.Optional(Type.Boolean()),
    nested: Type.Optional(Type.Object({ deep: Type.Optional(Type.String()) })),
  })
  for (const [name, prev, always] of [
    ['favourites', 'min_id', false],
    ['followers', 'since_id', false],
    ['timelines', 'min_id', true],
  ] as const) {
    server.get(
      `/api/v1/${name}`,
      { config: open, schema: { querystring } },
      async (request, reply) => {
        const ids = idsOf(request.query.items)
        paginationLinks(request, reply, { ids, limit: limitOf(request.query, 3), prev, always })
        return ids
      },
    )
  }
  server.get(
    '/api/v1/tags/:name',
    { config: open, schema: { querystring } },
    async (request, reply) => {
      paginationLinks(request, reply, { ids: idsOf(3), limit: 3, prev: 'min_id' })
      return []
    },
  )
  server.get('/api/v1/loose', { config: open }, async (request) => ({
    link: linkHeader(request, { next: { max_id: '1' } }),
    none: linkHeader(request, {}),
  }))
  server.get(
    '/api/v1/trends',
    {
      config: open,
      schema: { querystring: Type.Object({ ...offsetFields, items: Type.Integer() }) },
    },
    async (request, reply) => {
      const { items, offset = 0 } = request.query
      offsetLinks(request, reply, { count: items, limit: limitOf(request.query, 10), offset })
      return []
    },
  )
}

/** Links of the reply by their `rel`; null without a header. */
async function links(url: string): Promise<Record<string, string> | null> {
  await using server = await startSmallServer(addRoutes)
  const response = await server.http.inject(url)
  assert.equal(response.statusCode, 200, response.body)
  const header = response.headers.link
  if (header === undefined) return null
  const parts = String(header)
    .split(', ')
    .map((part) => /^<(.+)>; rel="(next|prev)"$/.exec(part))
  return Object.fromEntries(parts.map((match) => [match?.[2], match?.[1]]))
}

test('S-036 the Link header holds absolute addresses, next before prev', async () => {
  await using server = await startSmallServer(addRoutes)

  const { headers } = await server.http.inject('/api/v1/favourites?items=3')

  assert.equal(
    headers.link,
    '<https://rookery.test/api/v1/favourites?items=3&max_id=000000000000000007>; rel="next", ' +
      `<https://rookery.test/api/v1/favourites?items=3&min_id=${NEWEST}>; rel="prev"`,
  )
})

test('S-036 an empty page has no Link header', async () => {
  for (const path of ['favourites', 'timelines']) {
    assert.equal(await links(`/api/v1/${path}?items=0`), null)
  }
})

test('S-037 links keep limit and filters, also lists, and replace every cursor', async () => {
  const query = 'items=5&limit=5&any[]=a%26b&any[]=c&only_media=1&nested[deep]=x'
  const cursors = 'max_id=1&since_id=2&min_id=3'

  const found = await links(`/api/v1/favourites?${query}&${cursors}&unknown=1&access_token=hidden`)

  const kept = {
    items: ['5'],
    limit: ['5'],
    'any[]': ['a&b', 'c'],
    only_media: ['true'],
    'nested[deep]': ['x'],
  }
  assert.deepEqual(paramsOf(found?.next), { ...kept, max_id: ['000000000000000005'] })
  assert.deepEqual(paramsOf(found?.prev), { ...kept, min_id: [NEWEST] })
})

test('S-037 links keep the path as it was asked for and never a token', async () => {
  assert.match((await links('/api/v1/tags/%E3%81%AA?items=3'))?.next ?? '', /\/tags\/%E3%81%AA\?/)
  await using server = await startSmallServer(addRoutes)
  const response = await server.http.inject(
    '/api/v1/loose?access_token=secret&bearer_token=secret&a=1',
  )
  assert.deepEqual(response.json(), {
    link: '<https://rookery.test/api/v1/loose?a=1&max_id=1>; rel="next"',
    none: null,
  })
})

test('S-038 next is there only after a full page', async () => {
  assert.deepEqual(Object.keys((await links('/api/v1/favourites?items=2')) ?? {}), ['prev'])
  assert.deepEqual(Object.keys((await links('/api/v1/favourites?items=3')) ?? {}), ['next', 'prev'])
  const limited = await links('/api/v1/favourites?items=2&limit=2')
  assert.deepEqual(Object.keys(limited ?? {}), ['next', 'prev'])
})

test('S-038 timelines and notifications send both links with every item', async () => {
  assert.deepEqual(Object.keys((await links('/api/v1/timelines?items=1')) ?? {}), ['next', 'prev'])
})

test('S-039 prev carries min_id or since_id, as the listing says', async () => {
  assert.ok((await links('/api/v1/favourites?items=1'))?.prev?.endsWith(`&min_id=${NEWEST}`))
  assert.ok((await links('/api/v1/followers?items=1'))?.prev?.endsWith(`&since_id=${NEWEST}`))
})

test('S-043 a listing by position goes on by its limit, back not beyond the start', async () => {
  const pages = async (query: string) => {
    const found = await links(`/api/v1/trends?${query}`)
    const offset = (url: string | undefined) => url && new URL(url).searchParams.get('offset')
    return found === null ? null : { next: offset(found.next), prev: offset(found.prev) }
  }

  assert.deepEqual(await pages('items=10'), { next: '10', prev: undefined })
  assert.deepEqual(await pages('items=10&offset=20'), { next: '30', prev: '10' })
  assert.deepEqual(await pages('items=5&limit=5&offset=3'), { next: '8', prev: '0' })
  assert.deepEqual(await pages('items=4&offset=20'), { next: undefined, prev: '10' })
  assert.equal(await pages('items=4'), null)
})

test('S-241 an empty page beyond the end leads back', async () => {
  assert.deepEqual(Object.keys((await links('/api/v1/trends?items=0&offset=40')) ?? {}), ['prev'])
})

test('S-044 limit=0 gives everything and no Link', async () => {
  assert.equal(await links('/api/v1/favourites?items=3&limit=0'), null)
})

function paramsOf(url: string | undefined): Record<string, string[]> {
  const { searchParams } = new URL(url ?? '')
  return Object.fromEntries([...searchParams.keys()].map((key) => [key, searchParams.getAll(key)]))
}
