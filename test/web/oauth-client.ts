import assert from 'node:assert/strict'
import type { Response } from 'light-my-request'
import {
  type RegisteredApplication,
  registerApplication,
} from '../../src/features/oauth/applications.ts'
import { PASSWORD, type TestServer, type TestUser } from '../support/server.ts'
import { PageClient } from './page-client.ts'

export const CALLBACK = 'https://app.example/callback'

/** An application that signs people in, as a client does it. */
export class OAuthClient {
  readonly server: TestServer
  readonly application: RegisteredApplication

  constructor(server: TestServer, application: RegisteredApplication) {
    this.server = server
    this.application = application
  }

  /** Address of the consent page; a parameter that is undefined is left out. */
  address(params: Record<string, string | undefined> = {}): string {
    const { client_id } = this.application
    const query = Object.entries({
      response_type: 'code',
      client_id,
      redirect_uri: CALLBACK,
      ...params,
    })
    const given = query.filter((entry): entry is [string, string] => entry[1] !== undefined)
    return `/oauth/authorize?${new URLSearchParams(given)}`
  }

  /** Signs in through the pages and agrees; gives where the browser is sent. */
  async consent(
    user: TestUser,
    params: Record<string, string | undefined> = {},
    browser = new PageClient(this.server.http),
  ): Promise<URL> {
    const shown = await browser.get(this.address(params))
    if (shown.statusCode === 302) {
      const signedIn = await browser.signIn(user.email, PASSWORD, shown.headers.location as string)
      assert.equal(signedIn.statusCode, 302, signedIn.body)
      const consent = await browser.get(signedIn.headers.location as string)
      assert.equal(consent.statusCode, 200, consent.body)
    }
    const answer = await browser.submit('/oauth/authorize', { decision: 'allow' })
    assert.equal(answer.statusCode, 302, answer.body)
    return new URL(answer.headers.location as string, this.server.app.config.origin)
  }

  async code(user: TestUser, params: Record<string, string | undefined> = {}): Promise<string> {
    const code = (await this.consent(user, params)).searchParams.get('code')
    assert.ok(code)
    return code
  }

  /** Asks for a token; a parameter that is undefined is left out. */
  token(params: Record<string, string | undefined>): Promise<Response> {
    const { client_id, client_secret } = this.application
    return this.server.anonymous.post('/oauth/token', {
      client_id,
      client_secret,
      redirect_uri: CALLBACK,
      grant_type: 'authorization_code',
      ...params,
    })
  }

  /** A token of a user, through all of it. */
  async signIn(user: TestUser, params: Record<string, string | undefined> = {}): Promise<string> {
    const response = await this.token({ code: await this.code(user, params) })
    assert.equal(response.statusCode, 200, response.body)
    return response.json().access_token
  }
}

export async function registerClient(
  server: TestServer,
  scopes = 'read write follow push',
  redirectUris: string | string[] = CALLBACK,
): Promise<OAuthClient> {
  const input = { name: 'Tin Can', redirectUris, scopes, website: null }
  const application = await server.app.transact((tx) => registerApplication(tx, input))
  return new OAuthClient(server, application)
}
