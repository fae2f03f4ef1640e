import type { RouteOptions } from 'fastify'
import type { RouteAccess } from '../../kernel/http/route-access.ts'
import type { Section } from './operations/section.ts'
import { readReply } from './replies.ts'
import type { RequestSchemas } from './requests.ts'

/** An operation with its route. */
export interface Described {
  section: Section
  operation: Section['operations'][string]
  method: string
  url: string
  route: RouteOptions
}

const ERROR = { $ref: '#/components/schemas/Error' }
const DETAILS = { $ref: '#/components/schemas/ValidationError' }

const failure = (description: string, schema: object = ERROR) => ({
  description,
  content: { 'application/json': { schema } },
})

/** Error responses of operations; the body is the same everywhere (S-016). */
export const FAILURES = {
  400: failure('The request cannot be read, or a required parameter is missing'),
  401: failure('The token is missing where one is needed, or it is not valid'),
  403: failure('The token lacks the scope, or the user may not do this'),
  404: failure('There is no such thing, or the caller may not see it'),
  409: failure('Somebody else changed it at the same time'),
  413: failure('The body has more bytes than this operation takes'),
  415: failure('The body has a content type that is not read'),
  422: failure('Something of the request cannot be used', { anyOf: [DETAILS, ERROR] }),
  429: failure('Too many requests: X-RateLimit-Reset says when to try again'),
  431: failure('The headers have more bytes than the server takes'),
  500: failure('An error of the server; its log has the request id'),
  503: failure('Something that is needed does not answer, or the disk is full: try again later'),
}

/** Successes besides 200, by operation. */
const OTHER_SUCCESSES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'POST /api/v2/media': { 202: 'The file is still being processed' },
  'POST /api/rookery/v1/gifs/:id': { 202: 'The file is still being processed' },
  'GET /api/v1/media/:id': { 206: 'The file is still being processed' },
  'PUT /api/v1/media/:id': { 206: 'The file is still being processed' },
  'GET /api/v1/timelines/home': { 206: 'The timeline is being built again' },
  'POST /api/v1/annual_reports/:year/generate': { 202: 'The report is being made' },
}

export function responsesOf(
  { operation, method, url, route }: Described,
  access: RouteAccess | null,
): Record<string, object> {
  const request = (route.schema ?? {}) as RequestSchemas
  const [, notation] = operation
  const others = Object.entries(OTHER_SUCCESSES[`${method} ${url}`] ?? {})
  return {
    [notation === 'empty' ? 204 : 200]: successOf(notation, request),
    ...Object.fromEntries(
      others.map(([code, description]) => [code, { ...successOf(notation, request), description }]),
    ),
    ...failuresOf(url, method, access),
  }
}

function successOf(notation: string, { querystring }: RequestSchemas): object {
  const { schema, type } = readReply(notation)
  const paged = querystring?.properties?.max_id !== undefined
  const link = {
    description: 'Addresses of the next and the previous page',
    schema: { type: 'string' },
  }
  return {
    description: notation === 'empty' ? 'An empty body' : notation,
    ...(paged && { headers: { Link: link } }),
    ...(type !== null && { content: { [type]: { schema } } }),
  }
}

function failuresOf(
  url: string,
  method: string,
  access: RouteAccess | null,
): Record<string, object> {
  const isWrite = method !== 'GET'
  const isApi = access !== null || url.startsWith('/oauth/')
  const codes = [
    '400',
    // an invalid token is refused even where none is needed
    ...(isApi ? ['401', '403'] : []),
    // for an object that a parameter names, or a disabled list (S-035)
    ...(isApi || url.includes('/:') ? ['404'] : []),
    ...(isWrite ? ['413', '415'] : []),
    ...(url === '/api/v1/markers' && isWrite ? ['409'] : []),
    '422',
    '429',
    '431',
    '500',
    '503',
  ]
  return Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/responses/${code}` }]))
}
