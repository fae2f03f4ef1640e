import assert from 'node:assert/strict'
import { mkdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { TestServer } from '../support/server.ts'
import { becomes, type TestBrowser } from './browser.ts'

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

/** Brings the page to what is looked at. */
export type Act = (visit: Visit, server: TestServer) => Promise<void>

/** Keeps the server-rendered page: the client's scripts, which would replace it, are empty. */
export async function withoutClient(page: Page): Promise<void> {
  const nothing = { contentType: 'text/javascript', body: '' }
  await page.route('**/assets/web/*.js', (route) => route.fulfill(nothing))
}

/** One window that goes from page to page. */
export interface Looker extends AsyncDisposable {
  visit: Visit
  /**
   * Shows a page in every size and colour, and holds it against the rules of accessibility in one of them, which
   * differs from page to page: the contrast of all colours is held by `test/web/tokens.test.ts`.
   */
  look(name: string, act: Act): Promise<void>
}

export async function openLooker(
  browser: TestBrowser,
  { server, origin }: Reachable,
): Promise<Looker> {
  const context = await browser.open()
  const page = await context.newPage()
  const problems = watch(page)
  const visit = visitOf(page, origin)
  return {
    visit,
    async look(name, act) {
      await act(visit, server)
      await checkInEveryLook(page, name)
      assert.deepEqual(problems, [], name)
    },
    [Symbol.asyncDispose]: () => context.close(),
  }
}

/**
 * Looks at pages that one window walks through.
 *
 * @param begin what comes before the first page: signing in
 * @param pages how each is reached, by its name
 */
export async function walkLooks(
  browser: TestBrowser,
  reachable: Reachable,
  begin: Act,
  pages: Readonly<Record<string, Act>>,
): Promise<void> {
  await using looker = await openLooker(browser, reachable)
  await begin(looker.visit, reachable.server)
  for (const [name, act] of Object.entries(pages)) await looker.look(name, act)
}

export function visitOf(page: Page, origin: string): Visit {
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

/** Refusals that stories bring about; and the script of `said.ts` comes to frames that run none, too. */
const EXPECTED =
  /status of (403|404|422|429|401|400)|^Blocked script execution in 'about:srcdoc' because .* sandboxed/

/** Errors in the browser's console, such as blocked styles and missing pictures. */
function watch(page: Page): string[] {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('console', (message) => {
    const expected = EXPECTED.test(message.text())
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
    const { width } = SIZES[size]
    // parts of the client are drawn anew in another size
    const excess = `Math.max(document.documentElement.scrollWidth - ${width}, 0)`
    await becomes(() => page.evaluate(excess), 0, `px by which ${look} is too wide`)
    if (pictures !== undefined || index === name.length % LOOKS.length) await runAxe(page, look)
    if (pictures !== undefined) await takePicture(page, look)
  }
}

/** Holds a page against the rules of accessibility as it is now. */
export async function holdsAxe(page: Page, name: string): Promise<void> {
  await runAxe(page, name)
  if (pictures !== undefined) await takePicture(page, name)
}

async function runAxe(page: Page, look: string): Promise<void> {
  // not as a script element: the page allows none, which is as it should be
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe)
  // what lies behind a modal window is covered for everybody, and half hidden for measures of contrast
  const isCovered = (await page.locator('dialog[open]').count()) > 0
  const violations = await page.evaluate(
    async (context) => {
      // of what passes nothing is said, and nothing is loaded a second time
      const { violations } = await (globalThis as unknown as { axe: AxeRunner }).axe.run(context, {
        resultTypes: ['violations'],
        preload: false,
      })
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`,
      )
    },
    isCovered ? 'dialog[open]' : 'html',
  )
  assert.deepEqual(violations, [], look)
  assert.deepEqual(await page.evaluate(FAINT_PLACEHOLDERS), [], look)
}

/** Fields whose placeholder is not in the colour for words that matter less: axe does not look at it. */
const FAINT_PLACEHOLDERS = `{
  const muted = document.body.appendChild(document.createElement('i'))
  muted.style.color = 'var(--muted)'
  const { color } = getComputedStyle(muted)
  muted.remove()
  const fields = [...document.querySelectorAll('[placeholder]:not([placeholder=""])')]
  fields.filter((field) => getComputedStyle(field, '::placeholder').color !== color).map(({ outerHTML }) => outerHTML)
}`

interface AxeRunner {
  run(
    context: string,
    options: object,
  ): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
}

async function takePicture(page: Page, name: string): Promise<void> {
  await mkdir(pictures!, { recursive: true })
  await page.screenshot({ path: join(pictures!, `${name}.png`), fullPage: true })
}
