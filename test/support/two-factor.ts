import assert from 'node:assert/strict'
import { Secret, TOTP } from 'otpauth'
import type { PageClient } from '../web/page-client.ts'
import type { TestServer } from './server.ts'

/** An app that shows codes, by the secret that a set-up page shows. */
export class CodeApp {
  readonly #totp: TOTP
  readonly #server: TestServer

  constructor(server: TestServer, page: string) {
    const key = /<code class="key copyable">([A-Z2-7 ]+)<\/code>/.exec(page)?.[1]
    assert.ok(key, `no key in: ${page}`)
    this.#totp = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) })
    this.#server = server
  }

  /** The code at a time. @param steps of 30 s from now, negative for the past */
  code(steps = 0): string {
    return this.#totp.generate({ timestamp: this.#server.app.clock() + steps * 30_000 })
  }

  /** Some other code. */
  wrongCode(): string {
    const right = [-1, 0, 1].map((steps) => this.code(steps))
    return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code))!
  }
}

/** Turns codes on, and lets the time of the code that was used pass. */
export async function setUpTwoFactor(
  server: TestServer,
  browser: PageClient,
): Promise<{ app: CodeApp; recoveryCodes: string[] }> {
  const page = await browser.get('/settings/two_factor/setup')
  assert.equal(page.statusCode, 200, page.body)
  const app = new CodeApp(server, page.body)
  const done = await browser.submit('/settings/two_factor/setup', {
    'user[otp_attempt]': app.code(),
  })
  assert.equal(done.statusCode, 200, done.body)
  server.clock.now += 60_000
  return { app, recoveryCodes: recoveryCodesIn(done.body) }
}

/** The codes that a page shows. */
export function recoveryCodesIn(page: string): string[] {
  return [...page.matchAll(/<li><code class="copyable">([^<]+)</g)].map(([, code]) => code!)
}
