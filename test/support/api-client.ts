import assert from 'node:assert/strict'
import type { Json } from './peer.ts'

export interface ApiAnswer {
  status: number
  json: Json
}

/** Calls the API of a listening server as one person, or as an application. */
export class ApiClient {
  readonly origin: string
  readonly token: string | null

  constructor(origin: string, token: string | null) {
    this.origin = origin
    this.token = token
  }

  /** The same person at another address. */
  at(origin: string): ApiClient {
    return new ApiClient(origin, this.token)
  }

  /** @throws unless it is acknowledged */
  async get(path: string): Promise<Json> {
    return acknowledged(await this.ask('GET', path), path)
  }

  /** @throws unless it is acknowledged */
  async post(path: string, body: Body = {}, headers: Record<string, string> = {}): Promise<Json> {
    return acknowledged(await this.ask('POST', path, body, headers), path)
  }

  /** @throws unless it is acknowledged */
  async put(path: string, body: Body): Promise<Json> {
    return acknowledged(await this.ask('PUT', path, body), path)
  }

  /**
   * @param body a buffer goes as it is, everything else as JSON
   * @throws if there is no answer
   */
  async ask(
    method: string,
    path: string,
    body?: Body,
    headers: Record<string, string> = {},
  ): Promise<ApiAnswer> {
    const isFile = Buffer.isBuffer(body)
    const json: Record<string, string> =
      body === undefined || isFile ? {} : { 'content-type': 'application/json' }
    const signedIn: Record<string, string> =
      this.token === null ? {} : { authorization: `Bearer ${this.token}` }
    const answer = await fetch(this.origin + path, {
      method,
      headers: { ...signedIn, ...json, ...headers },
      ...(body === undefined
        ? {}
        : { body: isFile ? (body as Buffer<ArrayBuffer>) : JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, json: parsed(text) }
  }
}

type Body = Record<string, unknown> | Buffer

export interface Person extends ApiClient {
  id: string
  name: string
  uri: string
}

/** Lets people sign up as an app does, on a server that is open to everybody. */
export async function signUpAll(origin: string, names: readonly string[]): Promise<Person[]> {
  const scopes = 'read write follow push'
  const nobody = new ApiClient(origin, null)
  const app = await nobody.post('/api/v1/apps', {
    client_name: 'Test',
    redirect_uris: 'urn:ietf:wg:oauth:2.0:oob',
    scopes,
  })
  const { access_token } = await nobody.post('/oauth/token', {
    grant_type: 'client_credentials',
    client_id: app.client_id,
    client_secret: app.client_secret,
    scope: scopes,
  })
  const application = new ApiClient(origin, access_token)
  return Promise.all(
    names.map(async (name) => {
      const answer = await application.post('/api/v1/accounts', {
        username: name,
        email: `${name}@example.org`,
        password: 'correct horse battery',
        agreement: true,
        locale: 'en',
      })
      const person = new ApiClient(origin, answer.access_token)
      const { id, uri } = await person.get('/api/v1/accounts/verify_credentials')
      return Object.assign(person, { id, name, uri })
    }),
  )
}

function acknowledged({ status, json }: ApiAnswer, path: string): Json {
  assert.ok(status >= 200 && status < 300, `${path}: ${status} ${JSON.stringify(json)}`)
  return json
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
