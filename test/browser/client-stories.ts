import type { TestContext } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { buildPages } from '../../scripts/build-pages.js'
import type { TestServer } from '../support/server.ts'
import { startBrowser, startWebServer, type TestBrowser } from './browser.ts'
import { enterClient } from './client-pages.ts'
import { visitOf } from './every-look.ts'

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }

type Story = (context: TestContext) => Promise<void>

/** Stories that run one after the other on one server and in one browser. */
export function clientStories() {
  const stories: [name: string, run: Story][] = []
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
      await enterClient(name, path)(visitOf(page, origin), server)
      return page
    },
    /** Tells all stories, each in windows of its own. */
    async tell(context: TestContext): Promise<void> {
      for (const [name, run] of stories) {
        await context.test(name, run)
        await now().browser.closeAll()
      }
    },
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

/** Label or text of the focused element. */
export const focused = (page: Page) =>
  page.evaluate<string>(
    '(document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent).trim()',
  )
