import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { PASSWORD, type TestServer } from '../support/server.ts'
import { PageClient } from '../web/page-client.ts'

/**
 * Signs somebody in without a page: the form has tests of its own, and takes longer than what is looked at.
 * The page that is open then knows of it once it is loaded again.
 */
export async function signIn(page: Page, server: TestServer, username: string): Promise<void> {
  const client = new PageClient(server.http)
  const answer = await client.signIn(username, PASSWORD)
  assert.equal(answer.statusCode, 302, answer.body)
  const url = server.app.config.origin
  await page
    .context()
    .addCookies([...client.cookies].map(([name, value]) => ({ name, value, url, httpOnly: true })))
}
