import { ApiError } from './api-error.ts'
import { fetchPatiently } from './connectivity.ts'
import { cursorOf, type Query, withQuery } from './query.ts'
import { askToSignIn, checkSession, currentCsrfToken } from './session.ts'

export type Body = object | FormData
type Headers = Readonly<Record<string, string>>

/** Some entries of a list, and how to ask for those before and after them. */
export interface Page<T> {
  items: T[]
  /** cursor of the older ones (or those further down); null: there are none */
  next: Record<string, string> | null
  previous: Record<string, string> | null
}

/** ms */
const TIMEOUT = 60_000

/** The server's own API, as the person who is signed in. Every function throws ApiError. */
export const api = {
  get: <T>(path: string, query: Query = {}) => call<T>('GET', withQuery(path, query)),
  /** With the headers of the answer, for what they say beside it. */
  async answer<T>(
    path: string,
    query: Query = {},
  ): Promise<{ data: T; headers: globalThis.Headers }> {
    const response = await send('GET', withQuery(path, query))
    return { data: (await response.json()) as T, headers: response.headers }
  },
  /** @param headers as `idempotency-key` */
  post: <T = unknown>(path: string, body?: Body, headers: Headers = {}) =>
    call<T>('POST', path, body, headers),
  patch: <T = unknown>(path: string, body?: Body) => call<T>('PATCH', path, body),
  /** For what can wait until the person has signed in again. */
  patchUnasked: async (path: string, body: Body): Promise<void> => {
    await send('PATCH', path, body, {}, () => Promise.resolve(false))
  },
  put: <T = unknown>(path: string, body?: Body) => call<T>('PUT', path, body),
  delete: <T = unknown>(path: string, body?: Body) => call<T>('DELETE', path, body),
  /** Asks for a list that comes in pages, by the Link header. */
  async page<T>(path: string, query: Query = {}): Promise<Page<T>> {
    const response = await send('GET', withQuery(path, query))
    const links = response.headers.get('link') ?? ''
    const items = (await response.json()) as T[]
    return { items, next: cursorOf(links, 'next'), previous: cursorOf(links, 'prev') }
  },
}

async function call<T>(method: string, path: string, body?: Body, given?: Headers): Promise<T> {
  const response = await send(method, path, body, given)
  const text = await response.text()
  // some answers say all by their status
  return (text === '' ? {} : JSON.parse(text)) as T
}

async function send(
  method: string,
  path: string,
  body?: Body,
  given: Headers = {},
  ask = askToSignIn,
): Promise<Response> {
  for (;;) {
    const response = await fetchOnce(method, path, body, given)
    if (response.ok) return response
    const refused = response.status === 401 || response.status === 403
    if (refused && (await isWorthAnotherTry(ask))) continue
    throw new ApiError(response.status, await errorBody(response))
  }
}

async function fetchOnce(
  method: string,
  path: string,
  body: Body | undefined,
  given: Headers,
): Promise<Response> {
  // the token for reading, too: a page is shown nothing of an account that it was not made for
  const headers: Record<string, string> = {
    accept: 'application/json',
    'x-csrf-token': currentCsrfToken(),
    ...given,
  }
  const isForm = body instanceof FormData
  if (body !== undefined && !isForm) headers['content-type'] = 'application/json'
  try {
    return await fetchPatiently(path, {
      method,
      headers,
      body: body === undefined || isForm ? (body ?? null) : JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT),
    })
  } catch {
    throw new ApiError(0, {})
  }
}

/** Refused calls of a session that ended go on once the person has signed in again. */
async function isWorthAnotherTry(ask: () => Promise<boolean>): Promise<boolean> {
  const state = await checkSession()
  return state === 'renewed' || (state === 'gone' && (await ask()))
}

async function errorBody(response: Response): Promise<Record<string, unknown>> {
  try {
    return (await response.json()) as Record<string, unknown>
  } catch {
    return {}
  }
}
