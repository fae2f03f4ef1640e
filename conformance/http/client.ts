import { channel } from 'node:diagnostics_channel'
import { encodeParams, type Value } from './encoding.ts'

export type Params = { [name: string]: Value }

/** A complete response. */
export interface Answer {
  /** method and address, for messages */
  asked: string
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: responses are under test; their shapes are checked
  json: any
}

export interface Call {
  query?: Params | undefined
  /** an object is sent as JSON */
  body?: Params | URLSearchParams | FormData | undefined
  headers?: Record<string, string> | undefined
}

/** Sends requests with one token, or anonymously. */
export interface Client {
  base: string
  token: string | null
  /** the response, whatever its status; redirects are not followed */
  send(method: string, path: string, call?: Call): Promise<Answer>
  get(path: string, query?: Params): Promise<Answer>
  post(path: string, body?: Call['body']): Promise<Answer>
  /**
   * Sends a request that must succeed for a check to begin.
   * @returns the JSON of the response
   * @throws NotArranged if it is refused
   */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  must(method: string, path: string, body?: Call['body']): Promise<any>
}

/** A precondition of a check could not be arranged. */
export class NotArranged extends Error {}

/** Every response of any client, for code that compares them all. */
export const answers = channel('conformance.answer')

/** Every browser script sends it; without it the server need not send CORS headers. */
const ORIGIN = 'https://client.example'
const PATIENCE = 10_000

export function createClient(base: string, token: string | null): Client {
  const send: Client['send'] = (method, path, call = {}) => {
    const authorization = token === null ? {} : { authorization: `Bearer ${token}` }
    return request(base, method, path, { ...call, headers: { ...authorization, ...call.headers } })
  }
  return {
    base,
    token,
    send,
    get: (path, query) => send('GET', path, { query }),
    post: (path, body) => send('POST', path, { body }),
    async must(method, path, body) {
      const answer = await send(method, path, { body })
      if (answer.status >= 300) {
        throw new NotArranged(`${answer.asked} → ${answer.status} ${answer.text.slice(0, 200)}`)
      }
      return answer.json
    },
  }
}

async function request(base: string, method: string, path: string, call: Call): Promise<Answer> {
  const url = new URL(path, base)
  for (const [name, value] of encodeParams(call.query ?? {})) url.searchParams.append(name, value)
  const headers = new Headers({ origin: ORIGIN, ...call.headers })
  const body = encodeBody(call.body, headers)
  const signal = AbortSignal.timeout(PATIENCE)
  const response = await fetch(url, { method, headers, body, redirect: 'manual', signal }).catch(
    (error) => {
      throw new NotArranged(`${method} ${url} has no answer: ${error.cause ?? error}`)
    },
  )
  const text = await response.text()
  const answer: Answer = {
    asked: `${method} ${url.pathname}${url.search}`,
    status: response.status,
    headers: response.headers,
    text,
    json: parse(text),
  }
  answers.publish(answer)
  return answer
}

function encodeBody(body: Call['body'], headers: Headers) {
  if (body === undefined || body instanceof URLSearchParams || body instanceof FormData) {
    return body ?? null
  }
  headers.set('content-type', 'application/json')
  return JSON.stringify(body)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
