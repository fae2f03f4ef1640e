import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { readSurface } from '../../conformance/spec/surface.ts'
import type { ApiDocument } from '../../src/features/reference/document.ts'
import { entities } from '../../src/features/reference/entities/all.ts'
import { sections } from '../../src/features/reference/operations/all.ts'
import { isPlain, namesIn } from '../../src/features/reference/replies.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/** Routes under `/api` that are no operations. */
const NONE = [/^GET \/api\/v1\/streaming\/\*$/]

async function read(server: TestServer): Promise<ApiDocument> {
  const response = await server.anonymous.get('/api/openapi.json')
  assert.equal(response.statusCode, 200, response.body)
  assert.match(String(response.headers['content-type']), /^application\/json/)
  return response.json()
}

/** Method and path of every route under `/api`. */
function apiRoutes(server: TestServer): string[] {
  const names = server.http.routeList.flatMap(({ method, url }) =>
    [method].flat().map((name) => `${name} ${url}`),
  )
  return names.filter(
    (name) =>
      / \/api\//.test(name) && !/^HEAD|^PATCH/.test(name) && !NONE.some((no) => no.test(name)),
  )
}

test('the document is valid OpenAPI 3.1, and its schemas can be used', async () => {
  await using server = await startTestServer()
  const document = await read(server)

  const result = await new Validator().validate(structuredClone(document) as never)
  assert.deepEqual(result, { valid: true })
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(document, 'api')
  for (const name of Object.keys(document.components.schemas)) {
    assert.ok(ajv.getSchema(`api#/components/schemas/${name}`), name)
  }
})

test('no route under /api is missing from the document', async () => {
  await using server = await startTestServer()
  const { paths } = await read(server)

  const missing = apiRoutes(server).filter((name) => {
    const [method = '', url = ''] = name.split(' ')
    const operations = paths[url.replace(/:(\w+)/g, '{$1}')] ?? {}
    return !(method.toLowerCase() in operations) && !(method === 'PUT' && 'patch' in operations)
  })

  assert.deepEqual(missing, [])
})

test('every operation that is described exists, with entities that are described', async () => {
  await using server = await startTestServer()
  const routes = new Set(
    server.http.routeList.flatMap(({ method, url }) => [method].flat().map((m) => `${m} ${url}`)),
  )
  const described = sections.flatMap(({ operations }) => Object.entries(operations))

  assert.deepEqual(
    described.filter(([name]) => !routes.has(name)).map(([name]) => name),
    [],
  )
  const unknown = described
    .flatMap(([, [, reply]]) => namesIn(reply))
    .filter((name) => !isPlain(name) && !(name in entities))
  assert.deepEqual([...new Set(unknown)], [])
})

test('operations say who may call them and what they read', async () => {
  await using server = await startTestServer()
  const { paths } = await read(server)

  const { post } = paths['/api/v1/statuses']!
  assert.deepEqual(post?.security, [{ oauth2: ['write:statuses'] }])
  const { get } = paths['/api/v1/accounts/{id}/statuses']!
  assert.deepEqual(get?.security, [{}, { oauth2: ['read:statuses'] }])
  assert.deepEqual(get?.parameters.map(({ name, in: place }) => `${place} ${name}`).slice(0, 2), [
    'path id',
    'query max_id',
  ])
  assert.deepEqual(paths['/api/v2/instance']?.get?.security, [])
  assert.equal(paths['/api/v1/instance']?.get?.deprecated, true)
})

test('what operations are said to answer agrees with the specification', async () => {
  const described = new Map(sections.flatMap(({ operations }) => Object.entries(operations)))
  const wrong: string[] = []

  for (const { operation, success } of await readSurface()) {
    const [, , reply] = /^(\d{3}(?: or \d{3})*) ?(\S*)$/.exec(success) ?? []
    const [, said] = described.get(operation) ?? []
    const known = namesIn(reply ?? '').every((name) => isPlain(name) || name in entities)
    if (said === undefined || !reply || !known) continue
    if (said !== reply) wrong.push(`${operation}: ${said}, not ${reply}`)
  }

  assert.deepEqual(wrong, [])
})

test('what a request may hold is never left open, and every failure has a documented body', async () => {
  await using server = await startTestServer()
  const { paths, components } = await read(server)
  const wrong: string[] = []

  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, { parameters, requestBody, responses }] of Object.entries(operations)) {
      const open = openPlaces({ parameters, requestBody })
      if (open.length > 0) wrong.push(`${method} ${path}: ${open[0]}`)
      for (const code of ['400', '422', '429', '431', '503']) {
        if (!(code in responses)) wrong.push(`${method} ${path} says nothing of ${code}`)
      }
    }
  }

  assert.deepEqual(wrong, [])
  const failures = components.responses as Record<string, { content?: object }>
  for (const [code, { content }] of Object.entries(failures)) assert.ok(content, code)
})

/** Where a schema is empty, and so says nothing. */
function openPlaces(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => {
    const isEmpty = typeof member === 'object' && JSON.stringify(member) === '{}'
    return isEmpty ? [`${path}/${name}`] : openPlaces(member, `${path}/${name}`)
  })
}
