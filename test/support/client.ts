import type { InjectOptions, Response } from 'light-my-request'
import type { Server } from '../../src/kernel/http/routes.ts'
import { watchRefusals } from './refusals.ts'

type Body = Record<string, unknown> | string | Buffer

/**
 * Calls the API as one user, or as nobody, in process. A test looks at the status of an answer that refuses (400 and
 * above), or it fails: see `refusals.ts`.
 */
export class TestClient {
  readonly #server: Server
  readonly token: string | null

  constructor(server: Server, token: string | null) {
    this.#server = server
    this.token = token
  }

  get(path: string, query?: Record<string, unknown>): Promise<Response> {
    return this.send('GET', path, undefined, {}, query)
  }

  post(path: string, body?: Body, headers?: Record<string, string>): Promise<Response> {
    return this.send('POST', path, body, headers)
  }

  put(path: string, body?: Body, headers?: Record<string, string>): Promise<Response> {
    return this.send('PUT', path, body, headers)
  }

  patch(path: string, body?: Body, headers?: Record<string, string>): Promise<Response> {
    return this.send('PATCH', path, body, headers)
  }

  delete(path: string, body?: Body): Promise<Response> {
    return this.send('DELETE', path, body)
  }

  /** @param headers besides the token; an object as body goes as JSON */
  send(
    method: string,
    path: string,
    body?: Body,
    headers: Record<string, string> = {},
    query?: Record<string, unknown>,
  ): Promise<Response> {
    const authorization = this.token === null ? {} : { authorization: `Bearer ${this.token}` }
    const answer = this.#server.inject({
      method: method as 'GET',
      url: path,
      headers: { ...authorization, ...headers },
      ...(body === undefined ? {} : { payload: body }),
      ...(query === undefined ? {} : { query: query as Record<string, string> }),
    } satisfies InjectOptions)
    return watchRefusals(this.#server, `${method} ${path}`, answer)
  }
}
