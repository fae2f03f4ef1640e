import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'
import type { Config } from '../../src/kernel/base/config.ts'
import { freePort } from '../support/free-port.ts'
import { inTime, until } from '../support/in-time.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { countStart } from '../support/starts.ts'
import { rememberShown } from './last-shown.ts'
import { keepSaid } from './said.ts'
import { slowAnswers, slowPages } from './slow.ts'

const CHROMIUM = '/usr/bin/chromium'
/** the same engine without windows: it takes half of the processor time, but shows no notifications */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'

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

/** ms that a page has for anything: the machine may be slow at any moment */
const PATIENCE = 90_000

export interface TestBrowser extends AsyncDisposable {
  /** a browser with cookies of its own */
  open(options?: BrowserContextOptions): Promise<BrowserContext>
  /** closes all that are open: pages that nobody looks at go on working */
  closeAll(): Promise<void>
}

/**
 * `whole`: Chromium as people use it, for what the headless shell lacks. In the shell no page has a service worker, which
 * would ask in the place of the page, past what a test answers itself.
 */
type Kind = 'shell' | 'whole'

interface Running {
  browser: Promise<AsyncDisposableStack & { browser: Browser }>
  users: number
}

const running = new Map<Kind, Running>()

/** The one browser of its kind in this process; it ends with the last of those who use it. */
export async function startBrowser(kind: Kind = 'shell'): Promise<TestBrowser> {
  const mine = running.get(kind) ?? { browser: launch(kind), users: 0 }
  running.set(kind, mine)
  mine.users++
  const { browser } = await mine.browser
  const opened = new Set<BrowserContext>()
  const closeAll = async () => {
    await Promise.all([...opened].map((context) => context.close()))
  }
  return {
    closeAll,
    async open(options = {}) {
      const serviceWorkers = kind === 'whole' ? 'allow' : 'block'
      // motion hides for a moment where things are, and costs the processor: tests of motion ask for it
      const still = { reducedMotion: 'reduce' as const }
      const context = await browser.newContext({ serviceWorkers, ...still, ...options })
      opened.add(context)
      context.once('close', () => opened.delete(context))
      context.setDefaultTimeout(PATIENCE)
      slowPages(context)
      rememberShown(context)
      await keepSaid(context)
      return context
    },
    async [Symbol.asyncDispose]() {
      await closeAll()
      if (--mine.users > 0) return
      running.delete(kind)
      await (await mine.browser).disposeAsync()
    },
  }
}

async function launch(kind: Kind): Promise<AsyncDisposableStack & { browser: Browser }> {
  countStart('browsers')
  const open = new AsyncDisposableStack()
  const profile = await mkdtemp(join(tmpdir(), 'rookery-browser-'))
  open.defer(() => rm(profile, { recursive: true, force: true }))
  const args = [...FLAGS, `--crash-dumps-dir=${profile}`]
  const isShell = kind === 'shell' && existsSync(HEADLESS_SHELL)
  const executablePath = isShell ? HEADLESS_SHELL : CHROMIUM
  const browser = await chromium.launch({ executablePath, args })
  open.defer(() => browser.close())
  return Object.assign(open, { browser })
}

/**
 * Waits until an expression is true of the page. Playwright's `waitForFunction` cannot: it evaluates its text in the
 * page, whose Content-Security-Policy forbids that unless the first look finds it true already.
 */
export function becomesTrue(page: Page, expression: string): Promise<void> {
  return until(async () => Boolean(await page.evaluate(expression)), expression)
}

/** A property of the style that counts for the first element of a selector, once there is one. */
export function styleOf(page: Page, selector: string, property: string): Promise<string> {
  return page
    .locator(selector)
    .first()
    .evaluate(
      (element, name) =>
        element.ownerDocument.defaultView!.getComputedStyle(element).getPropertyValue(name).trim(),
      property,
    )
}

/**
 * Waits until what is read equals what is expected, or matches it: a page shows the effect of an act some time after it.
 * @throws AssertionError with what was read last
 */
export async function becomes<T>(
  read: () => Promise<T>,
  expected: T | RegExp,
  name: string = String(read),
): Promise<void> {
  let last: T | undefined
  const isSo = async () => {
    last = await read()
    return expected instanceof RegExp
      ? expected.test(String(last))
      : isDeepStrictEqual(last, expected)
  }
  await until(isSo).catch(() => {
    if (expected instanceof RegExp) assert.match(String(last), expected)
    else assert.deepEqual({ [name]: last }, { [name]: expected })
  })
}

/**
 * Waits until the page listens, and the server has read that: what happens before is no news to the page.
 * To be asked for before it is gone to.
 */
export function listening(page: Page): () => Promise<void> {
  const isLive = new Promise<void>((resolve) => {
    let isSent = false
    const send = () => {
      isSent = true
    }
    page.on('websocket', (socket) => void socket.once('framesent', send))
    // it asks behind that how many are unread
    page.on('response', (response) => {
      if (isSent && response.url().includes('/notifications/unread_count')) resolve()
    })
  })
  return () => inTime(isLive, 'the page listens')
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
  slowAnswers(server.http.server)
  await server.http.listen({ host: '127.0.0.1', port })
  return { server, origin }
}
