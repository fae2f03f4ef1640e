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

/** Signs in and goes to a page of the client, by default home. */
export const enterClient =
  (username: string, path = '/home') =>
  async ({ to, page }: Pick<Visit, 'to' | 'page'>, server: TestServer): Promise<void> => {
    await signIn(page, server, username)
    await to(path)
    await settled({ page })
  }
