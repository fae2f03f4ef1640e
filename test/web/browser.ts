import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'
import type { Config } from '../../src/config.ts'
import { freePort } from '../support/free-port.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

const CHROMIUM = '/usr/bin/chromium'

/** Why tests in a browser are skipped, or false; CI does not allow it. */
export const noBrowser: string | false = existsSync(CHROMIUM)
  ? false
  : `there is no browser at ${CHROMIUM}`

/** Why what begins with a network is skipped, or false: on a machine that has none, browsers are offline from the start. */
export const noNetwork: string | false = Object.values(networkInterfaces())
  .flat()
  .some((address) => address?.internal === false)
  ? false
  : 'this machine has no network for a browser to lose'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export interface TestBrowser extends AsyncDisposable {
  /** a browser with cookies of its own */
  open(options?: BrowserContextOptions): Promise<BrowserContext>
}

export async function startBrowser(): Promise<TestBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'rookery-browser-'))
  const args = [...FLAGS, `--crash-dumps-dir=${profile}`]
  const browser = await chromium.launch({ executablePath: CHROMIUM, args })
  return {
    open: (options = {}) => browser.newContext(options),
    async [Symbol.asyncDispose]() {
      await browser.close()
      await rm(profile, { recursive: true, force: true })
    },
  }
}

/** Runs a part of a test; where it fails, the error says what the page showed then. */
export async function sayingWhatWasShown(page: Page, run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (cause) {
    const shown = await page.locator('body').ariaSnapshot({ timeout: 5000 }).catch(String)
    throw new Error(`${cause}\nThe page showed:\n${shown}`, { cause })
  }
}

/**
 * A server that listens on loopback and knows itself by that address, as browsers need it.
 * @param host `localhost` for passkeys, which belong to names
 */
export async function startWebServer(
  overrides: Partial<Config> = {},
  host = '127.0.0.1',
): Promise<{ server: TestServer; origin: string }> {
  const port = await freePort()
  const origin = `http://${host}:${port}`
  const domain = `${host}:${port}`
  const config = { origin, domain, handleDomain: domain, secureCookies: false, ...overrides }
  const server = await startTestServer(config)
  await server.http.listen({ host: '127.0.0.1', port })
  return { server, origin }
}
