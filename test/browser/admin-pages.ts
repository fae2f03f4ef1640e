import { PASSWORD } from '../support/server.ts'
import type { Act, Visit } from './every-look.ts'

/** Signs in and goes to the start page of the administration. */
export const enterAdmin =
  (username: string): Act =>
  async ({ to, page, press }) => {
    await to(`/auth/sign_in?return_to=${encodeURIComponent('/admin')}`)
    await page.getByLabel('E-mail address or username').fill(username)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await press('Sign in')
    await settled({ page })
  }

/** Goes to another page as a link within the administration does. */
export const pageAt =
  (path: string): Act =>
  async ({ page }) => {
    const address = JSON.stringify(path)
    await page.evaluate(
      `history.pushState(null, '', ${address}); dispatchEvent(new PopStateEvent('popstate'))`,
    )
    await settled({ page })
  }

/** Waits until a page of the administration is drawn and no longer reads. */
export async function settled({ page }: Pick<Visit, 'page'>): Promise<void> {
  await page.locator('main h1').first().waitFor()
  const reading = page.locator('.loading, main [aria-busy], .waiting[aria-hidden]')
  do await page.evaluate(TWO_FRAMES)
  while ((await reading.count()) > 0)
}

/** so long takes what was changed to be drawn */
const TWO_FRAMES =
  'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))'
