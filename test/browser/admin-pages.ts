import type { TestServer } from '../support/server.ts'
import type { Visit } from './every-look.ts'
import { signIn } from './sign-in.ts'

/** Signs in and goes to the start page of the administration. */
export const enterAdmin =
  (username: string) =>
  async ({ to, page }: Pick<Visit, 'to' | 'page'>, server: TestServer): Promise<void> => {
    await signIn(page, server, username)
    await to('/admin')
    await settled({ page })
  }

/** Goes to another page as a link within the administration does. */
export const pageAt =
  (path: string) =>
  async ({ page }: Pick<Visit, 'page'>): Promise<void> => {
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
