import assert from 'node:assert/strict'
import type { Response } from 'light-my-request'
import type { Server } from '../../src/kernel/http/routes.ts'
import { multipart } from '../support/multipart.ts'

/** A browser without script, in process: keeps cookies and fills in forms. */
export class PageClient {
  readonly cookies = new Map<string, string>()
  readonly #server: Server
  /** HTML of the page that was seen last */
  #page = ''

  constructor(server: Server) {
    this.#server = server
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.send('GET', path, undefined, headers)
  }

  /** Sends the form of the page seen last: its hidden fields and what is typed. */
  submit(path: string, typed: Record<string, string>): Promise<Response> {
    return this.post(path, { ...hiddenFields(this.#page), ...typed })
  }

  /** Sends a form with a file, and the hidden fields of the page seen last. */
  async upload(path: string, fields: Record<string, string | Uint8Array>): Promise<Response> {
    const [body, headers] = await multipart({ ...hiddenFields(this.#page), ...fields })
    return this.send('POST', path, body, headers)
  }

  post(path: string, fields: Record<string, string> | [string, string][]): Promise<Response> {
    return this.send('POST', path, new URLSearchParams(fields).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
    })
  }

  async send(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    payload?: string | Buffer,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await this.#server.inject({
      method,
      url: path,
      headers: { accept: 'text/html', cookie, ...headers },
      ...(payload === undefined ? {} : { payload }),
    })
    for (const { name, value, maxAge } of response.cookies) {
      if (maxAge === 0) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    if (response.headers['content-type']?.toString().startsWith('text/html')) {
      this.#page = response.body
    }
    return response
  }

  async signIn(login: string, password: string, page = '/auth/sign_in'): Promise<Response> {
    let shown = await this.get(page)
    // the way back goes from the address to a cookie
    if (shown.statusCode === 302) shown = await this.get(String(shown.headers.location))
    assert.equal(shown.statusCode, 200, shown.body)
    return this.submit('/auth/sign_in', { 'user[email]': login, 'user[password]': password })
  }

  /** The CSRF token in the forms of the last page. */
  get csrfToken(): string {
    return hiddenFields(this.#page).csrf_token ?? ''
  }
}

function hiddenFields(page: string): Record<string, string> {
  const fields = page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)
  return Object.fromEntries([...fields].map(([, name, value]) => [name, plainText(value ?? '')]))
}

function plainText(text: string): string {
  const signs = { '&quot;': '"', '&#39;': "'", '&lt;': '<', '&gt;': '>', '&amp;': '&' }
  return text.replace(/&(?:quot|#39|lt|gt|amp);/g, (name) => signs[name as keyof typeof signs])
}

/** The link that a mail asks to follow, without the server's address. */
export function linkIn(text: string): string {
  const url = /https?:\/\/\S+token=\S+/.exec(text)?.[0]
  assert.ok(url, `no link in: ${text}`)
  return new URL(url).pathname + new URL(url).search
}
