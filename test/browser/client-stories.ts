import type { TestContext } from 'node:test'
import type { BrowserContextOptions, Cookie, Page } from 'playwright-core'
import { buildPages } from '../../scripts/build-pages.js'
import type { TestServer } from '../support/server.ts'
import { startBrowser, startWebServer, type TestBrowser } from './browser.ts'
import { enterClient, settled } from './client-pages.ts'

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }

type Story = (context: TestContext) => Promise<void>

/** Stories that run one after the other on one server and in one browser. */
export function clientStories() {
  const stories: [name: string, run: Story][] = []
  /** by name: signing in takes longer than what is looked at */
  const sessions = new Map<string, Cookie[]>()
  let around: { browser: TestBrowser; server: TestServer; origin: string } | null = null
  const now = () => {
    if (around === null) throw new Error('no story is told')
    return around
  }
  return {
    story: (name: string, run: Story) => void stories.push([name, run]),
    server: () => now().server,
    origin: () => now().origin,
    /** Opens a page as somebody, who is alice where nothing is set that stays. */
    async enter(path: string, options: BrowserContextOptions = {}, name = 'alice') {
      const { browser, server, origin } = now()
      const context = await browser.open({ locale: 'en-GB', ...options })
      const page = await context.newPage()
      const session = sessions.get(name)
      const visit = {
        page,
        to: async (to: string) => void (await page.goto(origin + to)),
        press: press(page),
      }
      if (session === undefined) {
        await enterClient(name, path)(visit, server)
        sessions.set(name, await context.cookies())
        return page
      }
      await context.addCookies(session)
      await visit.to(path)
      await settled({ page })
      return page
    },
    stories: stories as readonly (readonly [name: string, run: Story])[],
    /** Starts what the stories need. @param seed what the server has before */
    async open(seed: (server: TestServer) => Promise<void>): Promise<AsyncDisposable> {
      const opened = new AsyncDisposableStack()
      const { server, origin } = await startWebServer()
      opened.use(server)
      await buildPages()
      const browser = opened.use(await startBrowser())
      around = { browser, server, origin }
      await seed(server)
      return opened
    },
  }
}

const press = (page: Page) => async (name: string) => {
  const next = page.waitForEvent('load')
  await page.getByRole('button', { name, exact: true }).click()
  await next
}

/** Label or text of the focused element. */
export const focused = (page: Page) =>
  page.evaluate<string>(
    '(document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent).trim()',
  )
