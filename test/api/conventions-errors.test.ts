import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import {
  Conflict,
  Forbidden,
  NotFound,
  StorageFull,
  Unprocessable,
  Unreachable,
  ValidationFailed,
} from '../../src/kernel/base/errors.ts'
import { Demanded, IdParams } from '../../src/kernel/http/params.ts'
import type { Server } from '../../src/kernel/http/routes.ts'
import { Type } from '../../src/kernel/http/schema.ts'
import { startSmallServer } from './conventions-server.ts'

const open = { scope: 'public' } as const
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const JSON_BODY = { 'content-type': 'application/json' }
const THROWN: Record<string, Error> = {
  conflict: new Conflict(),
  forbidden: new Forbidden(),
  missing: new NotFound(),
  duplicate: new Unprocessable('It is there already'),
  invalid: new ValidationFailed("Name can't be blank", 'Note is too long'),
  details: new Unprocessable('No', { body: { details: { name: [{ error: 'ERR_BLANK' }] } } }),
  unreachable: new Unreachable('The other server does not answer'),
  full: new StorageFull(),
  disk: Object.assign(new Error('write failed'), { code: 'ENOSPC' }),
  bug: new TypeError('secret is undefined'),
}

function addRoutes(server: Server): void {
  server.get('/api/v1/throw/:name', { config: open }, async (request) => {
    throw THROWN[(request.params as { name: string }).name]
  })
  server.get(
    '/api/v1/search',
    {
      config: open,
      schema: {
        querystring: Type.Object({
          q: Demanded(Type.String()),
          offset: Type.Optional(Type.Integer({ minimum: 0 })),
          expand: Type.Optional(
            Type.Union([Type.Literal('full'), Type.Literal('partial_avatars')]),
          ),
        }),
      },
    },
    async ({ query }) => query,
  )
  server.post(
    '/api/v1/votes',
    {
      config: open,
      schema: {
        body: Type.Object({
          choices: Demanded(Type.Array(Type.Integer())),
          visibility: Type.Optional(Type.Union([Type.Literal('public'), Type.Literal('private')])),
          name: Type.Optional(Type.String({ maxLength: 3, pattern: '^[^!]*$' })),
        }),
      },
    },
    async ({ body }) => body,
  )
  server.get('/api/v1/things/:id', { config: open, schema: { params: IdParams } }, async () => {
    throw new NotFound()
  })
  server.post('/api/v1/raw', { config: open }, async ({ body }) => body)
  server.get('/tags/:name', async (request) => request.params)
}

interface Asked {
  method?: 'GET' | 'POST' | 'PUT' | 'HEAD' | 'OPTIONS'
  payload?: string | Buffer | object
  headers?: Record<string, string>
}

async function ask(url: string, asked: Asked = {}) {
  await using server = await startSmallServer(addRoutes)
  const response = await server.http.inject({ url, ...asked })
  const body = response.body === '' ? null : response.json()
  return { status: response.statusCode, body, headers: response.headers }
}

test('S-016 S-517 every error is an object with a text, and with details where there are some', async () => {
  for (const name of Object.keys(THROWN)) {
    const { body, headers } = await ask(`/api/v1/throw/${name}`)
    assert.equal(typeof body.error, 'string', name)
    assert.equal(headers['content-type'], 'application/json; charset=utf-8')
  }
  assert.deepEqual((await ask('/api/v1/throw/details')).body, {
    error: 'No',
    details: { name: [{ error: 'ERR_BLANK' }] },
  })
})

test('S-021 a missing or blank required parameter is 400', async () => {
  for (const url of ['/api/v1/search', '/api/v1/search?q=']) {
    assert.deepEqual((await ask(url)).status, 400)
    assert.match((await ask(url)).body.error, /^q is missing/)
  }
  for (const payload of [{}, { choices: [] }, { choices: null }]) {
    const { status, body } = await ask('/api/v1/votes', { method: 'POST', payload })
    assert.equal(status, 400)
    assert.match(body.error, /choices/)
  }
  assert.equal((await ask('/api/v1/search?q=x')).status, 200)
})

test('S-022 a filter parameter that makes no sense is 400 and is named', async () => {
  const { status, body } = await ask('/api/v1/search?q=x&expand=none')

  assert.equal(status, 400)
  assert.equal(body.error, 'expand must be one of full, partial_avatars')
})

test('S-028 what is not there and what cannot be there have the same body', async () => {
  const missing = await ask('/api/v1/things/12')
  const impossible = await ask('/api/v1/things/twelve')

  assert.equal(missing.status, 404)
  assert.equal(impossible.status, 404)
  assert.deepEqual(impossible.body, missing.body)
})

test('S-029 an action that is not permitted is 403', async () => {
  assert.equal((await ask('/api/v1/throw/forbidden')).status, 403)
})

test('S-030 an invalid body is 422 with a text that names the parameter', async () => {
  const invalid = { choices: [1], visibility: 'unknown' }

  const { status, body } = await ask('/api/v1/votes', { method: 'POST', payload: invalid })

  assert.equal(status, 422)
  assert.equal(body.error, 'Validation failed: visibility must be one of public, private')
})

test('S-030 wrong kinds of values, too long and forbidden text are 422', async () => {
  for (const payload of [
    { choices: ['one'] },
    { choices: [1.5] },
    { choices: [[1]] },
    { choices: { a: 1 } },
    { choices: [1], name: 'four' },
    { choices: [1], name: 'a!' },
    { choices: [1], name: ['a'] },
    { choices: [1], name: { a: 1 } },
  ]) {
    const { status, body } = await ask('/api/v1/votes', { method: 'POST', payload })
    assert.equal(status, 422, JSON.stringify(payload))
    assert.match(body.error, /^Validation failed: /)
  }
})

test('S-030 a failed model validation says all that is wrong', async () => {
  assert.deepEqual((await ask('/api/v1/throw/invalid')).body, {
    error: "Validation failed: Name can't be blank, Note is too long",
  })
  assert.equal((await ask('/api/v1/throw/duplicate')).status, 422)
})

test('S-031 a lost optimistic lock is 409', async () => {
  assert.equal((await ask('/api/v1/throw/conflict')).status, 409)
})

test('S-033 what depends on somebody else, or on room on the disk, is 503', async () => {
  for (const name of ['unreachable', 'full', 'disk']) {
    assert.equal((await ask(`/api/v1/throw/${name}`)).status, 503, name)
  }
})

test('S-034 an unknown address is 404 with JSON, whatever the method and body', async () => {
  for (const [url, asked] of [
    ['/api/v1/nothing', {}],
    ['/api/v1/nothing', { headers: { accept: 'text/html' } }],
    ['/oauth/nothing', {}],
    ['/nothing', { headers: { accept: 'application/json' } }],
    ['/api/v1/search', { method: 'PUT' }],
    ['/api/v1/nothing', { method: 'POST', payload: '{', headers: JSON_BODY }],
  ] as const) {
    const { status, body } = await ask(url, asked)
    assert.equal(status, 404, url)
    assert.equal(typeof body.error, 'string')
  }
})

test('S-034 a browser gets a page, outside of the API', async () => {
  const errorPage = async (_: unknown, status: number, message: string) => ({
    document: `<p>${status} ${message}`,
  })
  await using server = await startSmallServer(addRoutes, { errorPage })
  const headers = { accept: 'text/html,*/*' }

  const page = await server.http.inject({ url: '/nothing', headers })
  const json = await server.http.inject({ url: '/api/v1/nothing', headers })

  assert.equal(page.statusCode, 404)
  assert.equal(page.headers['content-type'], 'text/html; charset=utf-8')
  assert.match(page.body, /^<p>404 /)
  assert.match(String(page.headers['content-security-policy']), /default-src 'none'/)
  assert.equal(json.headers['content-type'], 'application/json; charset=utf-8')
})

test('S-034 where the page itself fails, JSON has to do', async () => {
  const errorPage = () => {
    throw new Error('no template')
  }
  await using server = await startSmallServer(addRoutes, { errorPage })

  const response = await server.http.inject({ url: '/nothing', headers: { accept: 'text/html' } })

  assert.equal(response.statusCode, 404)
  assert.equal(typeof response.json().error, 'string')
})

test('S-045 a negative number where none can be is 400', async () => {
  assert.equal((await ask('/api/v1/search?q=x&offset=-1')).status, 400)
  assert.equal((await ask('/api/v1/search?q=x&offset=0')).status, 200)
})

test('a bug is 500, says nothing about itself, and is logged with the request id', async () => {
  const lines: Record<string, unknown>[] = []
  const { pino } = await import('pino')
  const log = pino(
    { level: 'info' },
    { write: (line: string) => void lines.push(JSON.parse(line)) },
  )
  await using server = await startSmallServer(addRoutes, { log })

  const response = await server.http.inject('/api/v1/throw/bug?access_token=hidden')

  assert.equal(response.statusCode, 500)
  assert.ok(!response.body.includes('secret'))
  assert.equal(lines.length, 1)
  assert.equal(lines[0]?.requestId, response.headers['x-request-id'])
  assert.equal(lines[0]?.route, '/api/v1/throw/:name')
  assert.ok(!JSON.stringify(lines).includes('hidden'))
})

test('malformed addresses are 400 or 404', async () => {
  for (const [url, status] of [
    ['/api/v1/things/%', 400],
    ['/api/v1/things/%zz', 400],
    ['/api/v1/things/%ff%fe', 400],
    ['/tags/%ff', 400],
    ['/api/v1/search?q=%', 400],
    ['/api/v1/search?q=%ff', 400],
    ['/api/v1/search?%E0%A4%A=x', 400],
    [`/tags/${'a'.repeat(2000)}`, 404],
    ['//', 404],
    ['/api/v1/search?q=x&&=&a&=b', 200],
  ] as const) {
    const answer = await ask(url)
    assert.equal(answer.status, status, url)
    if (status !== 200) assert.equal(typeof answer.body.error, 'string', url)
  }
})

test('an address that cannot be read is said to be the trouble', async () => {
  assert.deepEqual((await ask('/api/v1/things/%zz')).body, { error: 'The address is malformed' })
})

test('U+0000 is refused wherever it comes in', async () => {
  assert.equal((await ask('/api/v1/search?q=a%00b')).status, 400)
  assert.equal((await ask('/tags/a%00b')).status, 400)
  const multipart = new FormData()
  multipart.append('name', 'a\0b')
  for (const asked of [
    { payload: { name: 'a\0b' } },
    { payload: { a: { b: ['c', { 'd\0': 1 }] } } },
    { payload: 'name=a%00b', headers: FORM },
    { payload: 'a%00b=1', headers: FORM },
    { payload: multipart },
  ]) {
    assert.equal((await ask('/api/v1/raw', { method: 'POST', ...asked })).status, 422)
  }
  assert.equal((await ask('/api/v1/raw?a=%00', { method: 'POST' })).status, 422)
})

test('text that only talks about U+0000 is not refused', async () => {
  const payload = { text: 'write \\u0000 or \\\\u0000' }

  const { status, body } = await ask('/api/v1/raw', { method: 'POST', payload })

  assert.equal(status, 200)
  assert.deepEqual(body, payload)
})

test('bodies that cannot be read are 400 or 422', async () => {
  const invalidUtf8 = Buffer.from('{"a":"\xff"}', 'latin1')
  const boundary = { 'content-type': 'multipart/form-data; boundary=x' }
  const part = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n'
  for (const [payload, headers, status] of [
    ['{', JSON_BODY, 400],
    ['{"a":1}x', JSON_BODY, 400],
    ['[1]', JSON_BODY, 422],
    ['"text"', JSON_BODY, 422],
    [invalidUtf8, JSON_BODY, 400],
    ['a=%ff', FORM, 422],
    ['a=%', FORM, 422],
    [Buffer.from('a=\xff', 'latin1'), FORM, 400],
    ['', { 'content-type': 'multipart/form-data' }, 400],
    [part, boundary, 400],
    [`${part}text`, boundary, 400],
    [Buffer.from(`${part}\xff\r\n--x--\r\n`, 'latin1'), boundary, 422],
    ['a=1', { 'content-type': 'nonsense' }, 415],
  ] as const) {
    const answer = await ask('/api/v1/raw', { method: 'POST', payload, headers })
    assert.equal(answer.status, status, String(payload))
    assert.equal(typeof answer.body.error, 'string')
  }
})

test('what is not HTTP is answered 400 in JSON, and the line is hung up', async () => {
  await using server = await startSmallServer(addRoutes)
  await server.http.listen({ host: '127.0.0.1', port: 0 })
  const { port } = server.http.server.address() as { port: number }

  for (const [text, status] of [
    ['nonsense\r\n\r\n', 400],
    ['GET /api/v1/search?q=\0 HTTP/1.1\r\nhost: a\r\n\r\n', 400],
    [`GET / HTTP/1.1\r\nhost: a\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  ] as const) {
    const [head = '', body = ''] = (await exchange(port, text)).split('\r\n\r\n')
    assert.ok(head.startsWith(`HTTP/1.1 ${status} `), head)
    assert.equal(typeof JSON.parse(body).error, 'string')
  }
})

/** Sends bytes and reads until the server hangs up. */
function exchange(port: number, text: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const socket = connect(port, '127.0.0.1', () => socket.write(text))
  let answer = ''
  socket.setEncoding('utf8')
  socket.on('data', (chunk: string) => {
    answer += chunk
  })
  socket.on('close', () => resolve(answer))
  socket.on('error', reject)
  return promise
}
