import { readFile } from 'node:fs/promises'
import { localeOf } from '../../src/kernel/http/locale.ts'
import {
  Id,
  IdList,
  IdParams,
  limitOf,
  Nullable,
  Pagination,
  Upload,
} from '../../src/kernel/http/params.ts'
import type { Server } from '../../src/kernel/http/routes.ts'
import { Type } from '../../src/kernel/http/schema.ts'
import { startSmallServer } from './conventions-server.ts'

/** for routes that anybody may ask */
const open = { scope: 'public' } as const

export const Thing = Type.Object({
  text: Type.Optional(Type.String()),
  count: Type.Optional(Nullable(Type.Integer())),
  flag: Type.Optional(Type.Boolean()),
  kind: Type.Optional(Type.Union([Type.Literal('big'), Type.Literal('small')])),
  types: Type.Optional(Type.Array(Type.String())),
  ids: Type.Optional(IdList),
  source: Type.Optional(Type.Object({ privacy: Type.Optional(Type.String()) })),
  data: Type.Optional(
    Type.Object({ alerts: Type.Optional(Type.Object({ mention: Type.Optional(Type.Boolean()) })) }),
  ),
  fields: Type.Optional(
    Type.Array(Type.Object({ name: Type.String(), value: Type.Optional(Type.String()) })),
  ),
})

export function addRoutes(server: Server): void {
  for (const method of ['POST', 'PUT', 'DELETE'] as const) {
    server.route({
      method,
      url: '/api/v1/things',
      config: open,
      schema: { body: Thing },
      handler: async (request) => request.body,
    })
  }
  server.get(
    '/api/v1/things',
    { config: open, schema: { querystring: Thing } },
    async (request) => {
      return request.query
    },
  )
  server.patch('/api/v1/patched', { config: open }, async () => ({}))
  server.get('/api/v1/tags/:name', { config: open }, async (request) => request.params)
  server.get('/api/v1/locale', { config: open }, async (request) => ({ locale: localeOf(request) }))
  server.get(
    '/api/v1/limited',
    { config: open, schema: { querystring: Pagination } },
    async ({ query }) => ({
      limit: limitOf(query, 20),
      cursor: query.max_id,
      since: query.since_id,
    }),
  )
  server.post(
    '/api/v1/files',
    {
      config: open,
      schema: { body: Type.Object({ file: Upload, note: Type.Optional(Type.String()) }) },
    },
    async ({ body: { file, note } }) => {
      const text = await readFile(file.path, 'utf8')
      const { filename, mimetype, size, path } = file
      return { text, filename, mimetype, size, path, note }
    },
  )
  server.get(
    '/api/v1/things/:id',
    { config: open, schema: { params: IdParams } },
    async (request) => {
      return request.params
    },
  )
  server.get(
    '/api/v1/by',
    { config: open, schema: { querystring: Type.Object({ id: Id }) } },
    async (request) => {
      return request.query
    },
  )
}

export async function send(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  payload?: string | object | FormData,
  headers: Record<string, string> = {},
) {
  await using server = await startSmallServer(addRoutes)
  const response = await server.http.inject({
    method,
    url,
    headers,
    ...(payload === undefined ? {} : { payload: payload as string }),
  })
  return { status: response.statusCode, body: response.json() }
}

export async function get(url: string, headers: Record<string, string> = {}) {
  await using server = await startSmallServer(addRoutes)
  const response = await server.http.inject({ url, headers })
  return { status: response.statusCode, body: response.json() }
}
