import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { paginationLinks } from '../../src/kernel/http/link-header.ts'
import { Pagination } from '../../src/kernel/http/params.ts'
import { Type } from '../../src/kernel/http/schema.ts'
import { until } from '../support/in-time.ts'
import { addRoutes, get, send, Thing } from './conventions-routes.ts'
import { bearer, startSmallServer } from './conventions-server.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
function multipart(fields: Record<string, string | Blob>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, value, 'hello.txt')
  }
  return form
}

for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
  test(`S-001 ${method} reads JSON, form and multipart alike`, async () => {
    const wanted = { status: 200, body: { text: 'hi', flag: true } }

    assert.deepEqual(await send(method, '/api/v1/things', { text: 'hi', flag: true }), wanted)
    assert.deepEqual(await send(method, '/api/v1/things', 'text=hi&flag=1', FORM), wanted)
    assert.deepEqual(
      await send(method, '/api/v1/things', multipart({ text: 'hi', flag: 'true' })),
      wanted,
    )
  })

  test(`S-001 ${method} reads the query string too, and the body counts more`, async () => {
    const url = '/api/v1/things?text=query&kind=big'

    assert.deepEqual((await send(method, url, { text: 'body' })).body, {
      text: 'body',
      kind: 'big',
    })
    assert.deepEqual((await send(method, url)).body, { text: 'query', kind: 'big' })
  })
}

test('S-001 an empty body, one without type and one of another type count as no parameters', async () => {
  const json = { 'content-type': 'application/json' }
  for (const [payload, headers] of [
    ['', json],
    ['null', json],
    ['text=hi', {}],
    ['{"text":"hi"}', { 'content-type': 'text/plain' }],
  ] as const) {
    assert.deepEqual(await send('POST', '/api/v1/things', payload, headers), {
      status: 200,
      body: {},
    })
  }
})

test('S-001 a content type may have parameters and be in capitals', async () => {
  for (const [payload, type] of [
    ['{"text":"é"}', 'application/json; charset=utf-8'],
    ['{"text":"é"}', 'APPLICATION/JSON;charset=UTF-8'],
    ['text=%C3%A9', 'application/x-www-form-urlencoded;charset=UTF-8'],
  ] as const) {
    const answer = await send('POST', '/api/v1/things', payload, { 'content-type': type })
    assert.deepEqual(answer, { status: 200, body: { text: 'é' } }, type)
  }
})

test('S-002 lists come as key[]=, as plain lists in JSON, and numbered in multipart', async () => {
  const types = ['a', 'b']

  assert.deepEqual((await get('/api/v1/things?types[]=a&types[]=b')).body, { types })
  assert.deepEqual((await get('/api/v1/things?types%5B%5D=a&types%5B%5D=b')).body, { types })
  assert.deepEqual((await send('POST', '/api/v1/things', 'types[]=a&types[]=b', FORM)).body, {
    types,
  })
  assert.deepEqual((await send('POST', '/api/v1/things', { types })).body, { types })
  const form = multipart({ 'types[1]': 'b', 'types[0]': 'a' })
  assert.deepEqual((await send('POST', '/api/v1/things', form)).body, { types })
})

test('S-002 a single value counts as a list of one', async () => {
  assert.deepEqual((await get('/api/v1/things?types=a')).body, { types: ['a'] })
  assert.deepEqual((await get('/api/v1/things?ids=7')).body, { ids: ['000000000000000007'] })
  assert.deepEqual((await send('POST', '/api/v1/things', { types: 'a' })).body, { types: ['a'] })
})

test('S-003 nested hashes come as key[name]= and as objects in JSON', async () => {
  const form = 'source[privacy]=private&data[alerts][mention]=true'
  const wanted = { source: { privacy: 'private' }, data: { alerts: { mention: true } } }

  assert.deepEqual((await send('POST', '/api/v1/things', form, FORM)).body, wanted)
  assert.deepEqual((await send('POST', '/api/v1/things', wanted)).body, wanted)
})

test('S-003 a list of hashes comes as a list, with numbered keys, or unnumbered', async () => {
  const fields = [
    { name: 'a', value: '1' },
    { name: 'b', value: '2' },
  ]
  const numbered = 'fields[0][name]=a&fields[0][value]=1&fields[10][name]=b&fields[10][value]=2'
  const unnumbered = 'fields[][name]=a&fields[][value]=1&fields[][name]=b&fields[][value]=2'

  for (const form of [numbered, unnumbered]) {
    assert.deepEqual((await send('POST', '/api/v1/things', form, FORM)).body, { fields })
  }
  assert.deepEqual((await send('POST', '/api/v1/things', { fields })).body, { fields })
  const asObject = { fields: { 10: fields[1], 2: fields[0] } }
  assert.deepEqual((await send('POST', '/api/v1/things', asObject)).body, { fields })
})

test('S-004 false is false, 0, f, F, FALSE, off, OFF; blank is unset; all else is true', async () => {
  for (const text of ['false', '0', 'f', 'F', 'FALSE', 'off', 'OFF']) {
    assert.deepEqual((await get(`/api/v1/things?flag=${text}`)).body, { flag: false }, text)
  }
  for (const text of ['true', '1', 't', 'on', 'yes', 'no', 'False']) {
    assert.deepEqual((await get(`/api/v1/things?flag=${text}`)).body, { flag: true }, text)
  }
  for (const value of [false, 0]) {
    assert.deepEqual((await send('POST', '/api/v1/things', { flag: value })).body, { flag: false })
  }
  assert.deepEqual((await send('POST', '/api/v1/things', { flag: 1 })).body, { flag: true })
  assert.deepEqual((await get('/api/v1/things?flag=')).body, {})
  assert.deepEqual((await send('POST', '/api/v1/things', { flag: '' })).body, {})
})

test('S-005 unknown parameters are left out, also within others', async () => {
  const body = { text: 'hi', other: 1, source: { privacy: 'public', more: [] } }

  assert.deepEqual(await send('POST', '/api/v1/things?and=this', body), {
    status: 200,
    body: { text: 'hi', source: { privacy: 'public' } },
  })
})

test('text, numbers and null are read as the parameter wants them', async () => {
  assert.deepEqual((await send('POST', '/api/v1/things', { text: 5, count: '12' })).body, {
    text: '5',
    count: 12,
  })
  assert.deepEqual((await send('POST', '/api/v1/things', 'text=&count=', FORM)).body, {
    text: '',
    count: null,
  })
  const nulls = { text: null, count: null, kind: null, types: null, source: null }
  assert.deepEqual((await send('POST', '/api/v1/things', nulls)).body, { count: null })
  assert.deepEqual((await get('/api/v1/things?kind=&types=&ids[]=')).body, { ids: [] })
})

test('S-006 limit: default, absolute value, clamped to twice the default', async () => {
  for (const [text, limit] of [
    ['', 20],
    ['limit=', 20],
    ['limit=5', 5],
    ['limit=-5', 5],
    ['limit=0', 0],
    ['limit=41', 40],
    ['limit=-100', 40],
    ['limit=99999999999999999999999', 40],
  ] as const) {
    assert.deepEqual(await get(`/api/v1/limited?${text}`), { status: 200, body: { limit } }, text)
  }
})

test('S-041 a cursor that cannot be an id is no error and matches nothing', async () => {
  const { status, body } = await get('/api/v1/limited?max_id=abc&since_id=-1')

  assert.equal(status, 200)
  assert.equal(body.cursor, '0'.repeat(18))
  assert.equal(body.since, '9'.repeat(18))
  assert.equal((await get('/api/v1/limited?max_id=12')).body.cursor, '000000000000000012')
})

test('an id in a path that cannot be one is 404; elsewhere it matches nothing', async () => {
  assert.equal((await get('/api/v1/things/12')).body.id, '000000000000000012')
  assert.deepEqual(await get('/api/v1/things/twelve'), {
    status: 404,
    body: { error: 'Record not found' },
  })
  assert.equal((await get('/api/v1/by?id=twelve')).body.id, '0'.repeat(18))
})

test('S-558 a scalar in the place of a hash, or of a list of hashes, counts as not given', async () => {
  for (const scalar of ['undefined', 'null', 5, true, false]) {
    const body = { text: 'a', source: scalar, fields: scalar, data: { alerts: scalar } }
    assert.deepEqual(await send('POST', '/api/v1/things', body), {
      status: 200,
      body: { text: 'a', data: {} },
    })
  }
  const form = 'text=a&source=undefined&fields=undefined&data[alerts]=undefined'
  assert.deepEqual((await send('POST', '/api/v1/things', form, FORM)).body, { text: 'a', data: {} })
  const mixed = { fields: ['undefined', { name: 'a' }] }
  assert.deepEqual((await send('POST', '/api/v1/things', mixed)).body, { fields: [{ name: 'a' }] })
})

test('S-554 parameters of a GET may come in a JSON body, which counts more', async () => {
  await using server = await startSmallServer(addRoutes)
  const ask = async (url: string, payload: string | object, headers = {}) =>
    server.http.inject({ method: 'GET', url, payload, headers })
  const both = await ask('/api/v1/things?text=query&kind=big', { text: 'body', types: ['a', 'b'] })
  assert.deepEqual(
    [both.statusCode, both.json()],
    [200, { text: 'body', kind: 'big', types: ['a', 'b'] }],
  )
  const json = { 'content-type': 'application/json; charset=utf-8' }
  const number = await ask('/api/v1/limited', '{"limit":3,"max_id":117667316012750848}', json)
  assert.deepEqual(number.json().cursor, '117667316012750848')
  for (const nothing of ['', 'null']) {
    assert.deepEqual((await ask('/api/v1/things?text=a', nothing, json)).json(), { text: 'a' })
  }
  assert.deepEqual((await ask('/api/v1/things', 'text=a', FORM)).json(), {})
  assert.deepEqual((await ask('/api/v1/things', '{"text":"a"}')).json(), {})
  for (const [payload, status] of [
    ['{', 400],
    ['[1]', 422],
    ['{"count":"x"}', 400],
    ['['.repeat(50), 422],
    [JSON.stringify({ text: 'x'.repeat(100_000) }), 413],
  ] as const) {
    assert.equal(
      (await ask('/api/v1/things', payload, json)).statusCode,
      status,
      payload.slice(0, 20),
    )
  }
})

test('S-554 what a body asked for is in the links and is kept by no shared cache', async () => {
  await using server = await startSmallServer((http) => {
    http.get(
      '/api/v1/paged',
      {
        config: { scope: 'read', anonymous: true, cache: 'page' },
        schema: {
          querystring: Type.Object({ ...Pagination.properties, types: Thing.properties.types }),
        },
      },
      async (request, reply) => {
        paginationLinks(request, reply, { ids: ['7'], limit: 1, prev: 'min_id' })
        return []
      },
    )
  })
  const plain = await server.http.inject('/api/v1/paged')
  const asked = await server.http.inject({
    method: 'GET',
    url: '/api/v1/paged',
    payload: { types: ['a'] },
  })

  assert.match(String(plain.headers['cache-control']), /public/)
  assert.match(String(asked.headers['cache-control']), /no-store/)
  assert.match(String(asked.headers.link), /types%5B%5D=a&max_id=7/)
})

test('S-557 an id may be a JSON number of any length', async () => {
  const json = { 'content-type': 'application/json' }
  const read = async (text: string) => (await send('POST', '/api/v1/things', text, json)).body

  assert.deepEqual(await read('{"ids":[117667316012750848,117667316012750849]}'), {
    ids: ['117667316012750848', '117667316012750849'],
  })
  assert.deepEqual(await read('{"text":12345678901234567890123,"count":12345678901234567890123}'), {
    text: '12345678901234567890123',
    count: Number.MAX_SAFE_INTEGER,
  })
  // no whole number as text: better no id than another one
  assert.deepEqual(await read('{"ids":[1.17667316012750848e17,-117667316012750848,1e400,7.0]}'), {
    ids: [...Array(3).fill('0'.repeat(18)), '000000000000000007'],
  })
})

test('S-007 PUT and PATCH reach the same route, whichever was written down', async () => {
  assert.equal((await send('PATCH', '/api/v1/things', { text: 'hi' })).status, 200)
  assert.equal((await send('PUT', '/api/v1/patched')).status, 200)
})

test('S-008 a format suffix is 404, also where the path ends in a parameter', async () => {
  for (const path of ['things.json', 'things/1.json', 'tags/cats.json', 'tags/cats.json?a=1']) {
    assert.equal((await get(`/api/v1/${path}`)).status, 404, path)
  }
  assert.equal((await get('/api/v1/tags/cats?next=x.json')).status, 200)
})

test('a trailing slash changes nothing, the case of a path does', async () => {
  assert.equal((await get('/api/v1/things/?text=a')).status, 200)
  assert.equal((await get('/api/v1/Things')).status, 404)
})

test("S-009 the locale is the token owner's, then Accept-Language, then English", async () => {
  const header = { 'accept-language': 'xx;q=0, pt-BR;q=0.9, fr;q=0.5, *;q=1' }

  assert.equal(
    (await get('/api/v1/locale', { ...header, ...bearer('german', 'read') })).body.locale,
    'de',
  )
  assert.equal(
    (await get('/api/v1/locale', { ...header, ...bearer('alice', 'read') })).body.locale,
    'pt-BR',
  )
  assert.equal((await get('/api/v1/locale', header)).body.locale, 'pt-BR')
  assert.equal(
    (await get('/api/v1/locale', { 'accept-language': '%%%,;;;q=zz' })).body.locale,
    'en',
  )
  assert.equal((await get('/api/v1/locale')).body.locale, 'en')
})

test('an uploaded file is on disk until the answer is out', async () => {
  const form = multipart({ note: 'a note', file: new Blob(['hello'], { type: 'text/plain' }) })

  const { status, body } = await send('POST', '/api/v1/files', form)

  assert.equal(status, 200)
  const { path, ...rest } = body
  assert.deepEqual(rest, {
    text: 'hello',
    filename: 'hello.txt',
    mimetype: 'text/plain',
    size: 5,
    note: 'a note',
  })
  await until(() => !existsSync(path))
})

test('a field for a file in which none was chosen counts as not given', async () => {
  const none = 'content-disposition: form-data; name="file"; filename=""'
  const payload = `--x\r\n${none}\r\ncontent-type: application/octet-stream\r\n\r\n\r\n--x--\r\n`
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }

  const { status, body } = await send('POST', '/api/v1/files', payload, headers)

  assert.equal(status, 422)
  assert.equal(body.error, 'Validation failed: file is missing')
})
