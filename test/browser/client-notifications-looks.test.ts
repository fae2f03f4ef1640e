import { after, before, describe, test } from 'node:test'
import { buildPages } from '../../scripts/build-pages.js'
import { warnAccount } from '../../src/features/moderation/warn-account.ts'
import { makeCollection } from '../support/collections.ts'
import { insertRemoteAccount } from '../support/remote-account.ts'
import type { TestServer, TestUser } from '../support/server.ts'
import { noBrowser, startBrowser, startWebServer, type TestBrowser } from './browser.ts'
import { enterClient, pageAt, settled } from './client-pages.ts'
import { type Act, walkLooks } from './every-look.ts'

// they look the same whatever they are read from
const scripted = { skip: noBrowser }

// within a group, as the server has to go before the databases of all tests do
describe('what tells people of something', scripted, () => {
  let browser: TestBrowser
  let started: Awaited<ReturnType<typeof startWebServer>>
  before(async () => {
    await buildPages()
    browser = await startBrowser()
    started = await startWebServer()
  })
  after(async () => {
    await browser[Symbol.asyncDispose]()
    await started.server[Symbol.asyncDispose]()
  })

  test('is accessible in every look, with everything there is', async () => {
    await fill(started.server)
    await walkLooks(browser, started, enterClient('ada'), {
      'notifications-all': pageAt('/notifications'),
      'notifications-everybody': unfold,
      'notifications-mentions': pageAt('/notifications?show=mentions'),
      'notifications-failed': failing,
      'notification-settings': pageAt('/notifications/settings'),
      'notification-requests': pageAt('/notifications/requests'),
      conversations: pageAt('/conversations'),
      'follow-requests': pageAt('/follow_requests'),
    })
  })

  test('is accessible where there is nothing', async () => {
    await started.server.signUp('new')
    await walkLooks(browser, started, enterClient('new'), {
      'notifications-none': pageAt('/notifications?show=all'),
      'notification-requests-none': pageAt('/notifications/requests'),
      'notification-request-missing': pageAt('/notifications/requests/1'),
      'conversations-none': pageAt('/conversations'),
      'follow-requests-none': pageAt('/follow_requests'),
    })
  })
})

const unfold: Act = async (visit, _server) => {
  await pageAt('/notifications')(visit)
  await visit.page.getByRole('button', { name: '2 others' }).click()
  await visit.page.getByRole('list', { name: 'Everybody' }).getByRole('listitem').first().waitFor()
  await settled(visit)
}

const failing: Act = async (visit, _server) => {
  await visit.page.route('**/api/v2/notifications?*', (route) => route.fulfill({ status: 403 }))
  await pageAt('/notifications?show=follows')(visit)
  await visit.page.getByRole('button', { name: 'Try again' }).waitFor()
  await visit.page.unroute('**/api/v2/notifications?*')
}

/** One notification of nearly every type, for somebody of the staff; some kept back; and who asks to follow. */
async function fill(server: TestServer): Promise<void> {
  const ada = await server.signUp('ada', { role: 'Owner' })
  const [bob, carol, dave] = [
    await server.signUp('bob'),
    await server.signUp('carol'),
    await server.signUp('dave'),
  ]
  await bob.patch('/api/v1/accounts/update_credentials', {
    display_name: 'Bartholomew Featherstonehaugh',
  })
  await about(server, ada, [bob, carol, dave])
  await ada.patch('/api/v1/accounts/update_credentials', { locked: true })
  for (const one of [carol, dave]) await one.follow(ada)
  await ada.follow(bob)
  for (const text of ['the first', 'the second', `a ${'very '.repeat(80)}long one`]) {
    await bob.publish(`@ada @carol ${text}`, { visibility: 'direct' })
  }
  await ada.patch('/api/v2/notifications/policy', { for_not_following: 'filter' })
  for (const name of ['erin', 'frank']) {
    await (await server.signUp(name)).publish('@ada may I ask you something?')
  }
  await server.settle()
}

async function about(server: TestServer, ada: TestUser, others: TestUser[]): Promise<void> {
  const [bob, carol] = others as [TestUser, TestUser]
  const { id } = await ada.publish('What a day at the lake')
  for (const one of others) await one.post(`/api/v1/statuses/${id}/favourite`)
  await bob.post(`/api/v1/statuses/${id}/reblog`)
  await carol.send('PUT', `/api/v1/pleroma/statuses/${id}/reactions/${encodeURIComponent('🎉')}`)
  await carol.publish('Look at this', { quoted_status_id: id })
  await bob.follow(ada)
  await carol.publish('@ada good to see you')
  await ada.send('PATCH', '/api/v1/profile', { discoverable: true })
  await makeCollection(bob, { account_ids: [ada.id] })
  await bob.post('/api/v1/reports', { account_id: carol.id, comment: 'Not kind.' })
  const text = 'Please keep to the rules.'
  await server.app.transact((tx) =>
    warnAccount(tx, { targetId: ada.id, staffId: ada.id, action: 'none', text, statusIds: [] }),
  )
  const rob = await insertRemoteAccount(server.app, { username: 'rob', domain: 'away.example' })
  await ada.post(`/api/v1/accounts/${rob}/follow`)
  await server.app.transact(async (tx) => {
    const follow = { id: tx.newId(), account_id: rob, target_id: ada.id, show_reblogs: true }
    const more = { notify: false, languages: null, uri: 'https://away.example/f/1' }
    await tx.db
      .insertInto('follow')
      .values({ ...follow, ...more, created_at: tx.now })
      .execute()
  })
  await ada.post('/api/v1/domain_blocks', { domain: 'away.example' })
  await server.settle()
}
