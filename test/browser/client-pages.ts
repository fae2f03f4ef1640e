import type { Page } from 'playwright-core'
import type { TestServer } from '../support/server.ts'
import { settled } from './admin-pages.ts'
import { becomesTrue } from './browser.ts'
import type { Visit } from './every-look.ts'
import { signIn } from './sign-in.ts'

export { pageAt, settled } from './admin-pages.ts'

/** Waits until the server knows all that was set in the client: several changes go there together, after a pause. */
export const settingsSent = (page: Page): Promise<void> =>
  becomesTrue(
    page,
    `Object.keys(localStorage).filter((key) => key.startsWith('rookery.settings'))
      .every((key) => JSON.parse(localStorage.getItem(key)).unsent.length === 0)`,
  )

/** Waits until the composer is there, which is loaded while nothing else is to do; with all that it is made of. */
export const composerThere = (page: Page): Promise<void> =>
  becomesTrue(
    page,
    `(async () => {
      const there = performance.getEntriesByType('resource').map(({ name }) => name)
      const file = there.find((name) => /composer-window-.*js/.test(name))
      const parts = document.querySelectorAll('link[rel=modulepreload], link[rel=stylesheet]')
      if (file === undefined || ![...parts].every(({ href }) => there.includes(href))) return false
      await import(file)
      return true
    })()`,
  )

/** Signs in and goes to a page of the client, by default home. */
export const enterClient =
  (username: string, path = '/home') =>
  async ({ to, page }: Pick<Visit, 'to' | 'page'>, server: TestServer): Promise<void> => {
    await signIn(page, server, username)
    await to(path)
    await settled({ page })
  }
