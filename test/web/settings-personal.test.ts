import assert from 'node:assert/strict'
import { test } from 'node:test'
import { subscribe as subscribeHolder } from '../../src/features/notifications/push-subscriptions.ts'
import { blockAccount } from '../../src/features/relationships/blocks.ts'
import { followAccount } from '../../src/features/relationships/follows.ts'
import { BEFORE_ALL_IDS } from '../../src/kernel/base/ids.ts'
import { countQueries } from '../support/count-queries.ts'
import { insertRemoteAccount } from '../support/remote-account.ts'
import { PASSWORD, startTestServer } from '../support/server.ts'
import { PageClient } from './page-client.ts'

async function open() {
  const server = await startTestServer()
  const alice = await server.signUp('alice')
  const browser = new PageClient(server.http)
  await browser.signIn('alice', PASSWORD)
  return { server, alice, browser }
}

test('S-322 S-350 preferences hold for posts, timelines and apps', async () => {
  const { server, alice, browser } = await open()
  await using _ = server
  const bob = await server.signUp('bob')
  await bob.publish('Guten Tag', { language: 'de' })
  await bob.publish('Good day', { language: 'en' })
  const typed: [string, string][] = [
    ['locale', 'fr'],
    ['time_zone', 'Europe/Paris'],
    ['privacy', 'unlisted'],
    ['quote_policy', 'nobody'],
    ['language', ''],
    ['sensitive', '1'],
    ['expand_media', 'hide_all'],
    ['autoplay_gifs', '1'],
    ['chosen_languages[]', 'de'],
    ['chosen_languages[]', 'fr'],
  ]
  await browser.get('/preferences')
  const send = (fields: [string, string][]) =>
    browser.post('/settings/preferences', [['csrf_token', browser.csrfToken], ...fields])

  const saved = await send(typed)
  assert.equal(saved.statusCode, 302, saved.body)
  assert.deepEqual((await alice.get('/api/v1/preferences')).json(), {
    'posting:default:visibility': 'unlisted',
    'posting:default:sensitive': true,
    'posting:default:language': 'fr',
    'posting:default:quote_policy': 'nobody',
    'reading:expand:media': 'hide_all',
    'reading:expand:spoilers': false,
    'reading:autoplay:gifs': true,
  })
  const seen = (await alice.get('/api/v1/timelines/public')).json()
  assert.deepEqual(
    seen.map((status: { language: string }) => status.language),
    ['de'],
  )
  const page = await browser.get('/preferences')
  assert.match(page.body, /<option value="Europe\/Paris" selected>/)
  assert.match(page.body, /id="language-de" name="chosen_languages\[\]" value="de" checked/)
  assert.equal((await alice.publish('bonjour')).language, 'fr')

  const wrong = await send(
    typed.map(([name, value]) => [name, name === 'time_zone' ? 'Mars/Crater' : value]),
  )
  assert.equal(wrong.statusCode, 422)
  assert.match(wrong.body, /<a href="#time_zone">Fuseau horaire\s: n’est pas connu/)
  assert.match(wrong.body, /id="language-fr" name="chosen_languages\[\]" value="fr" checked/)
  const none = typed.filter(([name]) => name !== 'chosen_languages[]')
  assert.equal((await send(none)).statusCode, 302)
  assert.equal((await alice.get('/api/v1/timelines/public')).json().length, 2)
})

test('privacy: who may do what, and lists of people with a way out', async () => {
  const { server, alice, browser } = await open()
  await using _ = server
  const bob = await server.signUp('bob')
  await bob.follow(alice)
  await alice.post(`/api/v1/accounts/${bob.id}/mute`, { duration: 86_400 })
  await browser.get('/settings/privacy')
  await browser.submit('/settings/privacy', {
    indexable: '1',
    hide_collections: '1',
    quote_policy: 'followers',
  })
  const { source } = (await alice.get('/api/v1/accounts/verify_credentials')).json()
  assert.partialDeepStrictEqual(source, {
    indexable: true,
    hide_collections: true,
    discoverable: false,
    quote_policy: 'followers',
  })

  const relation = async () =>
    (await alice.get(`/api/v1/accounts/relationships?id=${bob.id}`)).json()[0]
  const muted = await browser.get('/settings/privacy/muted')
  assert.match(muted.body, /bob.*until <time/s)
  await browser.submit(`/settings/privacy/muted/${bob.id}/remove`, {})
  const followers = await browser.get('/settings/privacy/followers')
  assert.match(followers.body, /bob/)
  await browser.submit(`/settings/privacy/followers/${bob.id}/remove`, {})
  assert.partialDeepStrictEqual(await relation(), { muting: false, followed_by: false })
  await alice.post(`/api/v1/accounts/${bob.id}/block`)
  await browser.get('/settings/privacy/blocked')
  const done = await browser.submit(`/settings/privacy/blocked/${bob.id}/remove`, {})
  assert.equal(done.headers.location, '/settings/privacy/blocked?done=1')
  assert.equal((await relation()).blocking, false)
  assert.match((await browser.get('/settings/privacy/blocked')).body, /You block nobody/)

  const wrong = await browser.submit('/settings/privacy/blocked_domains', {
    domain: 'not a <domain>',
  })
  assert.equal(wrong.statusCode, 422)
  assert.match(wrong.body, /value="not a &lt;domain&gt;"/)
  await browser.submit('/settings/privacy/blocked_domains', { domain: 'Spam.Example' })
  assert.deepEqual((await alice.get('/api/v1/domain_blocks')).json(), ['spam.example'])
  await browser.get('/settings/privacy/blocked_domains')
  await browser.submit('/settings/privacy/blocked_domains/remove', { domain: 'spam.example' })
  assert.deepEqual((await alice.get('/api/v1/domain_blocks')).json(), [])
})

test('a hundred people stand on three pages', async () => {
  const { server, alice, browser } = await open()
  await using _ = server
  for (let number = 1; number <= 100; number++) {
    const id = await insertRemoteAccount(server.app, {
      username: `p${number}_`,
      domain: 'far.test',
    })
    await server.app.transact((tx) => blockAccount(tx, { accountId: alice.id, targetId: id }))
  }
  const list = '/settings/privacy/blocked'
  const full = await countQueries(server, () => browser.get(list))
  const seen: string[] = []
  let path: string | undefined = list
  let pages = 0
  while (path !== undefined) {
    const { body } = await browser.get(path)
    seen.push(...[...body.matchAll(/@(p\d+_)@far.test/g)].map(([, name]) => name!))
    path = /href="([^"]+)">Next page/.exec(body)?.[1]
    pages += 1
  }
  assert.deepEqual([pages, seen.length, new Set(seen).size], [3, 100, 100])
  assert.equal(seen[0], 'p100_')
  const last = `${list}?max_id=${BEFORE_ALL_IDS.replace(/0$/, '1')}`
  const none = await countQueries(server, () => browser.get(last))
  assert.ok(full <= none + 2, `${full} queries for forty people, ${none} for nobody`)
})

test('hashtags are followed and featured, and what is none is told beside the field', async () => {
  const { server, alice, browser } = await open()
  await using _ = server
  await alice.publish('#Birds #birds #Nests')
  await browser.get('/followed_tags')
  const wrong = await browser.submit('/settings/followed_tags', { name: 'no tag' })
  assert.equal(wrong.statusCode, 422)
  assert.match(wrong.body, /id="name-error".*value="no tag"/s)
  await browser.submit('/settings/followed_tags', { name: '#Cats' })
  const followed = (await alice.get('/api/v1/followed_tags')).json()
  assert.equal(followed[0].name, 'Cats')
  assert.match((await browser.get('/followed_tags')).body, /#Cats/)
  await browser.submit(`/settings/followed_tags/${followed[0].id}/unfollow`, {})
  assert.deepEqual((await alice.get('/api/v1/followed_tags')).json(), [])

  const empty = await browser.get('/settings/featured_tags')
  assert.match(empty.body, /name="name" value="Birds"/)
  await browser.submit('/settings/featured_tags', { name: 'Birds' })
  const [featured] = (await alice.get('/api/v1/featured_tags')).json()
  const full = await browser.get('/settings/featured_tags')
  assert.match(full.body, /#Birds.*1 post, the latest/s)
  assert.doesNotMatch(full.body, /name="name" value="Birds"/)
  const none = await browser.submit('/settings/featured_tags', { name: '' })
  assert.equal(none.statusCode, 422)
  await browser.submit(`/settings/featured_tags/${featured.id}/remove`, {})
  assert.deepEqual((await alice.get('/api/v1/featured_tags')).json(), [])
})

test('only one’s own lists are touched', async () => {
  const { server, alice, browser } = await open()
  await using _ = server
  const bob = await server.signUp('bob')
  const carol = await server.signUp('carol')
  await server.app.transact((tx) => followAccount(tx, { accountId: carol.id, targetId: bob.id }))
  await bob.post('/api/v1/featured_tags', { name: 'mine' })
  const [tag] = (await bob.get('/api/v1/featured_tags')).json()
  const made = await bob.post('/api/v2/filters', { title: 'his', context: ['home'] })
  const { id: filterId } = made.json()

  await browser.get('/settings')
  const { csrfToken: csrf_token } = browser
  const removed = await browser.post(`/settings/privacy/followers/${carol.id}/remove`, {
    csrf_token,
  })
  assert.equal(removed.statusCode, 302)
  const followers = await alice.get(`/api/v1/accounts/${bob.id}/followers`)
  assert.equal(followers.json().length, 1)
  for (const path of [
    `/settings/featured_tags/${tag.id}/remove`,
    `/filters/${filterId}/delete`,
    `/filters/${filterId}/edit`,
    '/filters/x/delete',
  ]) {
    const fields = { csrf_token, title: 'hers', 'context[]': 'home', filter_action: 'warn' }
    assert.equal((await browser.post(path, fields)).statusCode, 404, path)
  }
  assert.equal((await browser.get(`/filters/${filterId}/edit`)).statusCode, 404)
  assert.equal((await bob.get(`/api/v2/filters/${filterId}`)).json().title, 'his')
})

test('S-256 the policy of notifications is chosen, and push messages are stopped', async () => {
  const { server, alice, browser } = await open()
  await using _ = server
  const bob = await server.signUp('bob')
  const subscribe = (user: typeof alice, accountId: string) =>
    server.app.transact(async (tx) => {
      const token = await tx.db
        .selectFrom('access_token')
        .select('id')
        .where('user_id', '=', user.userId)
        .executeTakeFirstOrThrow()
      const row = await subscribeHolder(
        tx,
        accountId,
        { tokenId: token.id },
        {
          address: { endpoint: 'https://push.test/1', p256dh: 'p', auth: 'a', standard: true },
          wishes: { alerts: { mention: true, follow: true, poll: false }, policy: 'followed' },
        },
      )
      return row.id
    })
  const own = await subscribe(alice, alice.id)
  const other = await subscribe(bob, bob.id)

  await browser.get('/notifications/settings')
  const { csrfToken: csrf_token } = browser
  const changes = {
    for_bots: 'drop',
    for_private_mentions: 'accept',
    for_not_followers: 'nonsense',
  }
  const saved = await browser.post('/settings/notifications', { csrf_token, ...changes })
  assert.equal(saved.statusCode, 302, saved.body)
  assert.partialDeepStrictEqual((await alice.get('/api/v2/notifications/policy')).json(), {
    for_bots: 'drop',
    for_private_mentions: 'accept',
    for_not_followers: 'accept',
    for_limited_accounts: 'filter',
  })
  const page = await browser.get('/notifications/settings')
  assert.match(page.body, /Test<\/strong>.*From people whom you follow, 2 kinds of notification/s)
  assert.equal(page.body.match(/class="entry"/g)?.length, 1)

  const stop = (id: string) =>
    browser.post(`/settings/notifications/push/${id}/remove`, { csrf_token })
  assert.equal((await stop(other)).statusCode, 404)
  assert.equal((await stop(own)).statusCode, 302)
  const left = await server.app.db.selectFrom('push_subscription').select('id').execute()
  assert.deepEqual(left, [{ id: other }])
})

test('S-627 how often somebody is told what they missed is chosen where the owner has people told', async () => {
  const { server, alice, browser } = await open()
  await using _ = server
  const page = async () => (await browser.get('/notifications/settings')).body
  assert.doesNotMatch(await page(), /digest_days/)

  await server.set('digest.after_days', 14)
  assert.match(await page(), /If you were not here for 14 days/)
  assert.match(await page(), /value="7" selected/)
  const { csrfToken: csrf_token } = browser
  const choose = (digest_days: string) =>
    browser.post('/settings/notifications/digest', { csrf_token, digest_days })
  assert.equal((await choose('30')).statusCode, 302)
  assert.match(await page(), /value="30" selected/)
  assert.equal((await choose('1')).statusCode, 302)
  assert.equal((await choose('0')).statusCode, 302)

  const row = await server.app.db
    .selectFrom('local_user')
    .select(['digest_days', 'digest_due_day'])
    .where('id', '=', alice.userId)
    .executeTakeFirstOrThrow()
  assert.deepEqual(row, { digest_days: 0, digest_due_day: null })
})
