import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { buildPages } from '../../scripts/build-pages.js'
import { setAccount } from '../support/account-state.ts'
import { letBeFound, makeCollection } from '../support/collections.ts'
import { insertRemoteAccount } from '../support/remote-account.ts'
import type { TestServer } from '../support/server.ts'
import { seedShowcase } from '../support/showcase.ts'
import { noBrowser, startBrowser, startWebServer, type TestBrowser } from './browser.ts'
import { enterClient, pageAt } from './client-pages.ts'
import { type Act, walkLooks } from './every-look.ts'

// what runs in the browser is the same whatever the server reads from
const scripted = { skip: noBrowser }

let browser: TestBrowser
before(async () => {
  if (scripted.skip) return
  await buildPages()
  browser = await startBrowser()
})
after(() => browser?.[Symbol.asyncDispose]())

const LONG = 'Wolfeschlegelsteinhausenbergerdorffvoralternwaren'

/** Everybody that a profile can be, beside those of the showcase; she who looks is called eva. */
async function populate(server: TestServer): Promise<{ listId: string; collectionId: string }> {
  const eva = await server.signUp('eva', { role: 'Owner' })
  const names = ['long', 'moved', 'limited', 'blocked', 'muted', 'suspended', 'hidden', 'memorial']
  const [long, moved, limited, blocked, muted, suspended, hidden, memorial] = await Promise.all(
    names.map((name) => server.signUp(name)),
  )
  const fields = [{ name: LONG, value: `https://${LONG}.example/${LONG}` }]
  const words = {
    display_name: LONG.slice(0, 40),
    note: `${LONG}${LONG}`,
    fields_attributes: fields,
  }
  await letBeFound(long!, words)
  await letBeFound(hidden!, { hide_collections: true })
  await letBeFound(eva)
  await setAccount(server, moved!, { moved_to_id: long!.id })
  await setAccount(server, limited!, { silenced_at: server.clock.now })
  await setAccount(server, suspended!, { suspended_at: server.clock.now })
  await setAccount(server, memorial!, { memorial: true })
  await insertRemoteAccount(server.app, { username: 'far', domain: 'far.example' })
  for (const [path, body] of [
    [`accounts/${blocked!.id}/block`, {}],
    [`accounts/${muted!.id}/mute`, { duration: 86_400 }],
    [`accounts/${long!.id}/follow`, {}],
    [`accounts/${long!.id}/endorse`, {}],
    [`accounts/${long!.id}/note`, { comment: LONG }],
    ['domain_blocks', { domain: `${LONG}.example`.toLowerCase() }],
    ['featured_tags', { name: LONG }],
  ] as const) {
    const answer = await eva.post(`/api/v1/${path}`, body)
    assert.equal(answer.statusCode, 200, answer.body)
  }
  const { id: listId } = (await eva.post('/api/v1/lists', { title: LONG })).json()
  await eva.post(`/api/v1/lists/${listId}/accounts`, { account_ids: [long!.id] })
  const { id: collectionId } = await makeCollection(eva, {
    name: LONG.slice(0, 40),
    description: `${LONG}${LONG}`.slice(0, 100),
    account_ids: [long!.id],
  })
  return { listId, collectionId }
}

const press =
  (name: string | RegExp, then: string | RegExp): Act =>
  async ({ page }) => {
    await page.getByRole('button', { name }).first().click()
    await page.getByText(then).first().waitFor()
  }
const choose =
  (name: string | RegExp, then: string | RegExp): Act =>
  async ({ page }) => {
    await page.getByRole('button', { name: /^More about/ }).click()
    await page.getByRole('menuitem', { name }).click()
    await page.getByRole('dialog').getByText(then).first().waitFor()
  }
const shut: Act = async ({ page }) => {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}
const all =
  (...acts: readonly Act[]): Act =>
  async (visit, server) => {
    for (const act of acts) await act(visit, server)
  }

test('every page about people looks as it should, in every state', scripted, async () => {
  const started = await startWebServer()
  await using _ = started.server
  await seedShowcase(started.server, 0.1)
  const { listId, collectionId } = await populate(started.server)
  await walkLooks(browser, started, enterClient('eva', '/@ada'), {
    profile: pageAt('/@ada'),
    'profile-media': pageAt('/@ada/media'),
    'profile-featured': pageAt('/@eva/featured'),
    'profile-featured-empty': pageAt('/@kenji/featured'),
    'profile-tagged': pageAt('/@ada/tagged/birds'),
    'profile-own-empty': pageAt('/@eva'),
    'profile-long': pageAt('/@long'),
    'profile-menu': press(/^More about/, 'Copy the address'),
    'profile-following': all(shut, press('Following: change', 'Show their boosts')),
    'profile-mute': all(shut, choose(/^Mute/, 'For how long?')),
    'profile-block': all(shut, choose(/^Block/, 'You no longer follow each other.')),
    'profile-lists': all(shut, choose(/^Add to lists/, 'New list')),
    'profile-collections': all(shut, choose(/^Add to collections/, 'Make a new one')),
    'report-reason': all(shut, choose(/^Report/, 'What is wrong')),
    'report-rules': async ({ page }) => {
      await page.getByText('It breaks the rules').click()
      await page.getByRole('button', { name: 'Next' }).click()
      await page.getByRole('heading', { name: 'Which rules are broken?' }).waitFor()
    },
    'profile-moved': all(shut, pageAt('/@moved')),
    'profile-limited': pageAt('/@limited'),
    'profile-blocked': pageAt('/@blocked'),
    'profile-muted': pageAt('/@muted'),
    'profile-suspended': pageAt('/@suspended'),
    'profile-memorial': pageAt('/@memorial'),
    'profile-far': pageAt('/@far@far.example'),
    'profile-far-domain': choose(/^Block far.example/, 'nothing is lost'),
    'profile-unknown': all(shut, pageAt('/@nobody')),
    followers: pageAt('/@ada/followers'),
    'followers-hidden': pageAt('/@hidden/followers'),
    'followers-none': pageAt('/@eva/followers'),
    lists: pageAt('/lists'),
    'list-edit': pageAt(`/lists/${listId}/edit`),
    'list-edit-gone': pageAt('/lists/1/edit'),
    collections: pageAt('/collections'),
    'collection-new': press('New collection', 'Make the collection'),
    collection: pageAt(`/collections/${collectionId}`),
    'collection-edit': pageAt(`/collections/${collectionId}?edit=1`),
    'collection-gone': pageAt('/collections/1'),
    blocks: pageAt('/blocks'),
    mutes: pageAt('/mutes'),
    'domain-blocks': pageAt('/domain_blocks'),
    'edit-profile': pageAt('/profile/edit'),
  })
})

test('visitors see profiles and collections as they should', scripted, async () => {
  const started = await startWebServer()
  await using _ = started.server
  const bob = await started.server.signUp('bob')
  await letBeFound(bob)
  const { id } = await makeCollection(bob)
  await walkLooks(browser, started, async ({ to }) => to('/@bob'), {
    'visitor-profile': pageAt('/@bob'),
    'visitor-featured': pageAt('/@bob/featured'),
    'visitor-followers': pageAt('/@bob/followers'),
    'visitor-collection': pageAt(`/collections/${id}`),
    'visitor-unknown': pageAt('/@someone@127.0.0.2'),
  })
})
