import assert from 'node:assert/strict'
import { Agent, request } from 'undici'

export interface Answer {
  status: number
  text: string
}

/** A client of servers in this network, which checks their certificates. */
export class HttpsClient implements AsyncDisposable {
  readonly #agent: Agent

  /**
   * @param ca PEM of the authorities
   * @param addresses by name
   */
  constructor(ca: string[], addresses: Record<string, string>) {
    this.#agent = new Agent({
      connect: {
        ca,
        lookup: (name, { all }, done) => {
          const address = addresses[name] ?? '127.0.0.1'
          if (all) done(null, [{ address, family: 4 }])
          else done(null, address, 4)
        },
      },
    })
  }

  /** Asks as the holder of a token; posts a body as JSON. @throws an error of the network or of TLS */
  async ask(url: string, token?: string, body?: object): Promise<Answer> {
    const headers: Record<string, string> = { 'content-type': 'application/json' }
    if (token !== undefined) headers.authorization = `Bearer ${token}`
    const { statusCode, body: answer } = await request(url, {
      dispatcher: this.#agent,
      method: body === undefined ? 'GET' : 'POST',
      headers: body === undefined && token === undefined ? {} : headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: statusCode, text: await answer.text() }
  }

  /** The same; fails unless the answer is 200. */
  async get<T>(url: string, token?: string, body?: object): Promise<T> {
    const { status, text } = await this.ask(url, token, body)
    assert.equal(status, 200, `${url}: ${text}`)
    return JSON.parse(text) as T
  }

  /** Whether a server answers there. */
  async answers(url: string): Promise<boolean> {
    return this.ask(url).then(
      ({ status }) => status === 200,
      () => false,
    )
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#agent.destroy()
  }
}
