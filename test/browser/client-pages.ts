import { PASSWORD } from '../support/server.ts'
import { settled } from './admin-pages.ts'
import type { Act } from './every-look.ts'

export { pageAt, settled } from './admin-pages.ts'

/** Signs in and goes to a page of the client, by default home. */
export const enterClient =
  (username: string, path = '/home'): Act =>
  async ({ to, page, press }) => {
    await to(`/auth/sign_in?return_to=${encodeURIComponent(path)}`)
    await page.getByLabel('E-mail address or username').fill(username)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await press('Sign in')
    await settled({ page })
  }
