import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { buildPages } from '../../scripts/build-pages.js'
import type { Config } from '../../src/kernel/base/config.ts'
import type { Status } from '../../web/shared/entities/api.ts'
import type { TestServer } from '../support/server.ts'
import { noBrowser, startBrowser, startWebServer, type TestBrowser } from './browser.ts'
import { enterClient } from './client-pages.ts'
import { visitOf } from './every-look.ts'
import { patient, said } from './said.ts'

// what runs in the browser is the same whatever the server reads from
const scripted = { skip: noBrowser }

type Person = Awaited<ReturnType<TestServer['signUp']>>

export interface Scene {
  page: Page
  origin: string
  ada: Person
  bob: Person
  /** runs the jobs that wait */
  settle: () => Promise<void>
  skip: (why: string) => void
}

export type Stories = Readonly<Record<string, (scene: Scene) => Promise<void>>>

/** Runs stories of somebody who writes, each in a browser window of its own; they share one server. */
export function tellStories(name: string, stories: Stories, config: Partial<Config> = {}): void {
  let browser: TestBrowser
  before(async () => {
    if (scripted.skip) return
    await buildPages()
    browser = await startBrowser()
  })
  after(() => browser?.[Symbol.asyncDispose]())
  test(name, scripted, async (context) => {
    const { server, origin } = await startWebServer(config)
    await using _ = server
    const bob = await server.signUp('bob')
    for (const [index, [story, run]] of Object.entries(stories).entries()) {
      const ada = await server.signUp(`ada${index}`)
      await context.test(story, async (test) => {
        await using opened = await browser.open({ locale: 'en-GB' })
        // words with something to press stay until the test comes to press it
        await opened.addInitScript(patient(12_000))
        const page = await opened.newPage()
        await enterClient(ada.username)(visitOf(page, origin), server)
        await run({
          page,
          origin,
          ada,
          bob,
          settle: () => server.settle(),
          skip: (why) => test.skip(why),
        })
      })
    }
  })
}

export const write = (page: Page) => page.getByRole('button', { name: 'New post' }).first().click()
export const post = (page: Page) => page.getByRole('button', { name: 'Post', exact: true }).click()
export const textOf = (page: Page) => page.getByLabel('Text of the post', { exact: true })
export const posted = (page: Page) => said(page, 'Posted.')

export async function ownPosts({ ada }: Scene): Promise<Status[]> {
  const response = await ada.get(`/api/v1/accounts/${ada.id}/statuses`)
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}
