import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setAccount } from '../support/account-state.ts'
import { letBeFound, makeCollection } from '../support/collections.ts'
import type { TestServer } from '../support/server.ts'
import { seedShowcase } from '../support/showcase.ts'
import { noBrowser, startBrowser, startWebServer, type TestBrowser } from './browser.ts'
import { openLooker, type Visit, withoutClient } from './every-look.ts'

let browser: TestBrowser
before(async () => {
  if (!noBrowser) browser = await startBrowser()
})
after(() => browser?.[Symbol.asyncDispose]())

const scripted = { skip: noBrowser }

test('public pages are accessible in every look', scripted, async (context) => {
  const started = await startWebServer({ handleDomain: 'hedgerow.example' })
  await using server = started.server
  const { threadId } = await seedShowcase(server, 0.1)
  const endless = await signUpEndless(server)
  const profile = { profile: '/@ada/with_replies' }
  const pages = {
    ...profile,
    media: '/@ada/media',
    thread: `/@ada/${threadId}`,
    embed: `/@ada/${threadId}/embed`,
    home: '/',
    about: '/about',
    tag: '/tags/birds',
    collection: await collectionPath(server),
    'empty collection': await collectionPath(server, false),
    endless: `/@${endless}`,
  }

  // they look the same whatever they are read from
  await using looker = await openLooker(browser, started)
  await withoutClient(looker.visit.page)
  for (const [name, path] of Object.entries(pages)) {
    await context.test(name, () => looker.look(name, (visit) => openAll(visit, path)))
  }
})

/** Opens every details element of a page. */
async function openAll({ page, to }: Visit, path: string): Promise<void> {
  await to(path)
  await page.evaluate('for (const part of document.querySelectorAll("details")) part.open = true')
}

/** Somebody whose every text is one word that finds no end. @returns the name */
async function signUpEndless(server: TestServer): Promise<string> {
  const word = 'm'.repeat(40)
  const user = await server.signUp('an_account_with_thirty_letters')
  const texts = { display_name: word, note: word.repeat(5), indexable: true }
  await user.patch('/api/v1/accounts/update_credentials', texts)
  const fields = [{ name: word, value: `https://${word}.example/${word}`, verified_at: Date.now() }]
  await setAccount(server, user, { fields: JSON.stringify(fields) })
  await user.publish(`${word}${word} #${word}${word} https://${word}.example/${word}${word}`, {
    spoiler_text: word + word,
    poll: { options: [word, `${word}1`], expires_in: 600 },
  })
  return user.username
}

test('people of other servers are led there by the follow form', scripted, async () => {
  const { server, origin } = await startWebServer()
  await using _server = server
  await server.signUp('ada')
  const page = await (await browser.open({ javaScriptEnabled: false })).newPage()
  let wanted = ''
  await page.route('https://social.example/**', (route) => {
    wanted = route.request().url()
    return route.fulfill({ body: 'there' })
  })

  await page.goto(`${origin}/@ada`)
  await page.getByText('Follow', { exact: true }).click()
  await page.getByLabel('Where is your account?').fill('@me@Social.example')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('https://social.example/**')

  const uri = encodeURIComponent(`${origin}/users/ada`)
  assert.equal(wanted, `https://social.example/authorize_interaction?uri=${uri}`)
  await page.context().close()
})

/** A collection with the longest texts there may be. */
async function collectionPath(server: TestServer, filled = true): Promise<string> {
  const name = filled ? 'curator' : 'beginner'
  const [curator, friend] = [await server.signUp(name), await server.signUp(`${name}s_friend`)]
  await letBeFound(friend, { display_name: 'W'.repeat(40) })
  const { id } = await makeCollection(curator, {
    name: 'N'.repeat(40),
    description: 'D'.repeat(100),
    tag_name: 'birds',
    account_ids: filled ? [friend.id] : [],
  })
  return `/collections/${id}`
}
