import assert from 'node:assert/strict'
import { mkdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { TestServer } from '../support/server.ts'
import type { TestBrowser } from './browser.ts'

/** Where pictures of the pages go, for looking at them; none are taken without it. */
const pictures = process.env.PAGE_PICTURES
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const SIZES = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 800 },
}
const LIGHT_AND_DARK = ['light', 'dark'] as const
/** Each size and each colour once, as neither changes the other; for looking at them, all of them. */
const LOOKS =
  pictures === undefined
    ? [
        { size: 'phone' as const, colorScheme: 'dark' as const },
        { size: 'desktop' as const, colorScheme: 'light' as const },
      ]
    : (['phone', 'desktop'] as const).flatMap((size) =>
        LIGHT_AND_DARK.map((colorScheme) => ({ size, colorScheme })),
      )

export interface Visit {
  page: Page
  /** goes to a path of the server */
  to(path: string): Promise<void>
  /** presses a button and waits for the page after it */
  press(name: string): Promise<void>
}

/** A server that a browser can reach. */
interface Reachable {
  server: TestServer
  origin: string
}

export type Start = () => Promise<Reachable>
/** Brings the page to what is looked at. */
export type Act = (visit: Visit, server: TestServer) => Promise<void>

/** Looks at a page of a server that is started for it alone: see `checkLooks`. */
export async function checkEveryLook(
  browser: TestBrowser,
  name: string,
  start: Start,
  act: Act,
): Promise<void> {
  const started = await start()
  try {
    await checkLooks(browser, started, name, act)
  } finally {
    await started.server[Symbol.asyncDispose]()
  }
}

/** Keeps the server-rendered page: the client's scripts, which would replace it, are empty. */
export async function withoutClient(page: Page): Promise<void> {
  const nothing = { contentType: 'text/javascript', body: '' }
  await page.route('**/assets/web/*.js', (route) => route.fulfill(nothing))
}

/**
 * Shows a page in every size and colour, and holds it against the rules of accessibility in one of them, which
 * differs from page to page: the contrast of all colours is held by `test/web/tokens.test.ts`.
 * @param prepare what is done to the page before
 */
export async function checkLooks(
  browser: TestBrowser,
  { server, origin }: Reachable,
  name: string,
  act: Act,
  prepare?: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.open()
  try {
    const page = await context.newPage()
    await prepare?.(page)
    const problems = watch(page)
    await act(visitOf(page, origin), server)
    // not as a script element: the page allows none, which is as it should be
    await page.evaluate(axe)
    await checkInEveryLook(page, name)
    assert.deepEqual(problems, [], name)
  } finally {
    await context.close()
  }
}

/**
 * The same for many pages that one browser walks through, which is much faster.
 *
 * @param begin what comes before the first page: signing in
 * @param pages how each is reached, by its name
 */
export async function walkLooks(
  browser: TestBrowser,
  { server, origin }: Reachable,
  begin: Act,
  pages: Readonly<Record<string, Act>>,
): Promise<void> {
  const context = await browser.open()
  try {
    const page = await context.newPage()
    const problems = watch(page)
    const visit = visitOf(page, origin)
    await begin(visit, server)
    for (const [name, act] of Object.entries(pages)) {
      await act(visit, server)
      if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe)
      await checkInEveryLook(page, name)
      assert.deepEqual(problems, [], name)
    }
  } finally {
    await context.close()
  }
}

function visitOf(page: Page, origin: string): Visit {
  return {
    page,
    to: async (path) => void (await page.goto(path.startsWith('/') ? `${origin}${path}` : path)),
    async press(name) {
      const next = page.waitForEvent('load')
      await page.getByRole('button', { name, exact: true }).click()
      await next
    },
  }
}

/** Errors in the browser's console, such as blocked styles and missing pictures. */
function watch(page: Page): string[] {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('console', (message) => {
    const expected = /status of (403|404|422|429|401|400)/.test(message.text())
    if (message.type() === 'error' && !expected) problems.push(message.text())
  })
  return problems
}

/** Holds the page against axe in one look, which takes most of the time, and its width in all. */
async function checkInEveryLook(page: Page, name: string): Promise<void> {
  for (const [index, { size, colorScheme }] of LOOKS.entries()) {
    const look = `${name}-${size}-${colorScheme}`
    await page.setViewportSize(SIZES[size])
    await page.emulateMedia({ colorScheme })
    if (pictures !== undefined || index === name.length % LOOKS.length) await runAxe(page, look)
    const width: number = await page.evaluate('document.documentElement.scrollWidth')
    if (pictures !== undefined) await takePicture(page, look)
    assert.ok(width <= page.viewportSize()!.width, `${look} is ${width} px wide`)
  }
}

/** Holds a page against the rules of accessibility as it is now. */
export async function holdsAxe(page: Page, name: string): Promise<void> {
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe)
  await runAxe(page, name)
  if (pictures !== undefined) await takePicture(page, name)
}

async function runAxe(page: Page, look: string): Promise<void> {
  const violations = await page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: AxeRunner }).axe.run()
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
  })
  assert.deepEqual(violations, [], look)
}

interface AxeRunner {
  run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
}

async function takePicture(page: Page, name: string): Promise<void> {
  await mkdir(pictures!, { recursive: true })
  await page.screenshot({ path: join(pictures!, `${name}.png`), fullPage: true })
}
