import { PASSWORD } from '../support/server.ts'
import type { Visit } from './every-look.ts'

/** Signs in through the page and goes to one of the administration, until it has read what it shows. */
export async function visitAdmin(
  { to, page, press }: Visit,
  username: string,
  path: string,
): Promise<void> {
  await to(`/auth/sign_in?return_to=${encodeURIComponent(path)}`)
  await page.getByLabel('E-mail address or username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await press('Sign in')
  await settled({ page })
}

/** Waits until a page of the administration is drawn and no longer reads. */
export async function settled({ page }: Pick<Visit, 'page'>): Promise<void> {
  await page.locator('main h1').waitFor()
  await page.waitForLoadState('networkidle')
  await page.waitForFunction("!document.querySelector('.loading, main [aria-busy]')")
}
