import type { Dispatcher } from 'undici'
import type { Pools } from './connection-pools.ts'
import { asEgressError } from './errors.ts'
import type { EgressHead, EgressRequest } from './exchange.ts'
import {
  type HeaderFields,
  headersAfterRedirect,
  lowerCaseNames,
  mediaType,
  replyHeaders,
} from './headers.ts'
import { createHopBudget } from './hop-budget.ts'
import { sameOrigin } from './origin.ts'
import { ACCEPT_ENCODING } from './read-body.ts'
import type { KeptConnections } from './reused-connections.ts'
import { parseTarget } from './target-url.ts'

const MAX_REDIRECTS = 3
/** bytes read of a redirect's body, so that its connection can be reused */
const MAX_SKIPPED_BYTES = 16 * 1024

/** A response whose body has not been read; the caller reads or destroys the body. */
export interface Reply {
  head: EgressHead
  encoding: string | undefined
  declaredLength: string | undefined
  body: Dispatcher.ResponseData['body']
  host: string
}

/** Where requests get their connections. */
export interface Connections {
  pools: Pick<Pools, 'get' | 'openOne'>
  kept: Pick<KeptConnections, 'endedUnheard'>
}

/**
 * Sends a request; each redirect's address is checked as the first one is (A29).
 * @throws EgressRefused, EgressFailed
 */
export async function followRedirects(
  connections: Connections,
  userAgent: string,
  request: EgressRequest,
  signal: AbortSignal,
): Promise<Reply> {
  const maxRedirects = request.maxRedirects ?? MAX_REDIRECTS
  const own = createHopBudget(maxRedirects + 1)
  const method = request.method ?? 'GET'
  let url = parseTarget(request.url)
  let headers = initialHeaders(request, userAgent)
  for (;;) {
    own.visit(url)
    request.budget?.visit(url)
    const signed = await headersForHop(request, headers, url)
    const reply = await send(connections, url, { ...request, method, headers: signed }, signal)
    const location = redirectOf(method, reply.head)
    if (location === null) return reply
    reply.body.dump({ limit: MAX_SKIPPED_BYTES, signal }).catch(() => {})
    const next = parseTarget(location, url)
    headers = headersAfterRedirect(headers, sameOrigin(url, next))
    url = next
  }
}

function initialHeaders(request: EgressRequest, userAgent: string): HeaderFields {
  const accept = request.accept === undefined ? {} : { accept: request.accept.join(', ') }
  return {
    'user-agent': userAgent,
    ...accept,
    ...lowerCaseNames(request.headers ?? {}),
    'accept-encoding': ACCEPT_ENCODING,
  }
}

async function headersForHop(
  request: EgressRequest,
  headers: HeaderFields,
  url: URL,
): Promise<HeaderFields> {
  const asked = request.onHop
  const all = asked === undefined ? headers : { ...headers, ...lowerCaseNames(await asked(url)) }
  if (!('host' in all)) return all
  const { host: _, ...fields } = all // it would choose the certificate to accept
  return fields
}

type Hop = EgressRequest & { method: Dispatcher.HttpMethod; headers: HeaderFields }

/** Repeats the request on a new connection if the pooled one was already closed and a repetition is harmless. */
async function dispatch(
  { pools, kept }: Connections,
  url: URL,
  { method, headers, body, mayRepeat }: Hop,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  const path = `${url.pathname}${url.search}`
  const options = { path, method, headers, body: body ?? null, signal }
  try {
    return await pools.get(url).request(options)
  } catch (error) {
    const repeats = mayRepeat ?? (method === 'GET' || method === 'HEAD')
    if (!repeats || signal.aborted || !kept.endedUnheard(error)) throw error
  }
  const client = pools.openOne(url)
  const response = client.request(options)
  void client.close() // takes effect after the response is read
  return response
}

async function send(
  connections: Connections,
  url: URL,
  request: Hop,
  signal: AbortSignal,
): Promise<Reply> {
  try {
    const response = await dispatch(connections, url, request, signal)
    const type = response.headers['content-type']
    return {
      head: {
        status: response.statusCode,
        url: url.href,
        headers: replyHeaders(response.headers),
        contentType: mediaType(single(type)),
      },
      encoding: single(response.headers['content-encoding']),
      declaredLength: single(response.headers['content-length']),
      body: response.body,
      host: url.hostname,
    }
  } catch (error) {
    throw asEgressError(error, url.hostname)
  }
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value
}

function redirectOf(method: string, { status, headers }: EgressHead): string | null {
  const follows = method === 'GET' || method === 'HEAD'
  if (!follows || ![301, 302, 303, 307, 308].includes(status)) return null
  return headers.location ?? null
}
