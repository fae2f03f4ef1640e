import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jobs } from '../../src/features/trends/jobs.ts'
import { jobs as askJobs } from '../../src/features/trends/review-mails.ts'
import { entityOf } from '../support/entities.ts'
import { linksOf } from '../support/links.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'
import { signUpStaff } from '../support/staff.ts'

const ADMIN = '/api/v1/admin/trends'

/** A server where two people just wrote `#Rain` and favoured a post. */
async function start() {
  const server = await startTestServer()
  const staff = await signUpStaff(server, 'staff', ['manageTaxonomies', 'viewAuditLog'])
  const viewer = await signUpStaff(server, 'viewer', ['viewDashboard'])
  const writers: TestUser[] = []
  for (const name of ['alice', 'bob', 'carol']) {
    const user = await server.signUp(name)
    await user.patch('/api/v1/accounts/update_credentials', { discoverable: true })
    writers.push(user)
  }
  const [alice, bob, carol] = writers as [TestUser, TestUser, TestUser]
  for (const user of writers) await user.publish('#Rain')
  const post = await alice.publish('much loved')
  for (const user of [bob, carol]) await user.post(`/api/v1/statuses/${post.id}/favourite`)
  await refresh(server)
  return { server, staff, viewer, alice, bob, post }
}

async function refresh(server: TestServer) {
  await server.settle()
  await jobs['trends.refresh']!.run(server.app, {}, 1)
}

test('S-212: who decides sees what waits; the others of the staff see what everybody sees', async () => {
  const { server, staff, viewer } = await start()
  await using _ = server

  const [tag] = entityOf(await staff.get(`${ADMIN}/tags`), 'Admin::Tag[]')
  assert.partialDeepStrictEqual(tag, { name: 'Rain', requires_review: true, trendable: false })
  const waiting = entityOf(await staff.get(`${ADMIN}/statuses`), 'Admin::Trends::Status[]')
  assert.ok(waiting.some((status: { requires_review: boolean }) => status.requires_review))
  assert.deepEqual(entityOf(await viewer.get(`${ADMIN}/tags`), 'Tag[]'), [])

  const approved = await staff.post(`${ADMIN}/tags/${tag.id}/approve`)
  assert.partialDeepStrictEqual(entityOf(approved, 'Admin::Tag'), {
    requires_review: false,
    trendable: true,
  })
  assert.deepEqual(
    entityOf(await viewer.get(`${ADMIN}/tags`), 'Tag[]').map(({ id }: { id: string }) => id),
    [tag.id],
  )
  const rejected = await staff.post(`${ADMIN}/tags/${tag.id}/reject`)
  assert.equal(entityOf(rejected, 'Admin::Tag').trendable, false)
  assert.deepEqual((await server.anonymous.get('/api/v1/trends/tags')).json(), [])
})

test('who decides about trends is told once of what waits', async () => {
  const { server, staff } = await start()
  await using _ = server
  const ask = async () => {
    server.mails.length = 0
    await askJobs['trends.ask_staff']!.run(server.app, {}, 1)
    await server.settle()
    return server.mails.filter(({ subject }) => /rises/.test(subject))
  }

  const [mail, ...others] = await ask()
  assert.deepEqual([mail!.to, others.length], [staff.email, 0])
  assert.match(mail!.text, /#Rain/)
  assert.deepEqual(await ask(), [])
})

test('S-212: statuses are approved and rejected one by one', async () => {
  const { server, staff, post } = await start()
  await using _ = server

  const shown = async () => (await server.anonymous.get('/api/v1/trends/statuses')).json().length
  assert.equal(await shown(), 0)
  const approved = await staff.post(`${ADMIN}/statuses/${post.id}/approve`)
  assert.partialDeepStrictEqual(entityOf(approved, 'Admin::Trends::Status'), {
    id: post.id,
    trendable: true,
    requires_review: false,
  })
  assert.equal(await shown(), 1)
  await staff.post(`${ADMIN}/statuses/${post.id}/reject`)
  assert.equal(await shown(), 0)
  assert.equal((await staff.post(`${ADMIN}/statuses/1/approve`)).statusCode, 404)
})

test('S-212: links, and sites with all their pages', async () => {
  const { server, staff, alice, bob } = await start()
  await using _ = server
  for (const user of [alice, bob]) await user.publish('read https://news.example/page')
  await server.settle()
  const [link] = await server.app.db.selectFrom('shared_link').selectAll().execute()
  await server.app.transact((tx) =>
    tx.db
      .insertInto('preview_card')
      .values({ ...CARD, id: tx.newId(), url: link!.url, fetched_at: tx.now })
      .execute(),
  )
  await refresh(server)

  const [rising] = entityOf(await staff.get(`${ADMIN}/links`), 'Admin::Trends::Link[]')
  assert.partialDeepStrictEqual(rising, { id: link!.id, trendable: null, requires_review: true })
  const [site] = entityOf(await staff.get(`${ADMIN}/links/publishers`), 'PreviewCardProvider[]')
  assert.partialDeepStrictEqual(site, {
    domain: 'news.example',
    trendable: null,
    requires_review: true,
    reviewed_at: null,
  })

  const known = await staff.post(`${ADMIN}/links/publishers/${site.id}/approve`)
  assert.notEqual(entityOf(known, 'PreviewCardProvider').reviewed_at, null)
  assert.equal((await server.anonymous.get('/api/v1/trends/links')).json().length, 1)
  const one = await staff.post(`${ADMIN}/links/${link!.id}/reject`)
  assert.equal(entityOf(one, 'Admin::Trends::Link').requires_review, false)
  assert.equal((await server.anonymous.get('/api/v1/trends/links')).json().length, 0)

  const log = (await staff.get('/api/rookery/v1/admin/audit_log')).json()
  assert.deepEqual(
    log.map(({ action, target }: { action: string; target: object }) => [action, target]),
    [
      ['reject_trend', { type: 'link', id: link!.id, label: link!.url }],
      ['approve_trend', { type: 'provider', id: site.id, label: 'news.example' }],
    ],
    'S-205',
  )
})

test('tags are listed and changed; one that may not be used is refused here alone', async () => {
  const { server, staff, alice } = await start()
  await using _ = server
  await alice.publish('#Snow')

  const page = await staff.get('/api/v1/admin/tags', { limit: 1 })
  const [snow] = entityOf(page, 'Admin::Tag[]')
  assert.equal(snow.name, 'Snow')
  assert.ok(linksOf(page).next)
  const path = `/api/v1/admin/tags/${snow.id}`
  const changed = await staff.put(path, { display_name: 'SNOW', usable: false, listable: false })
  assert.partialDeepStrictEqual(entityOf(changed, 'Admin::Tag'), {
    name: 'SNOW',
    usable: false,
    listable: false,
    requires_review: true,
  })

  const refused = await alice.post('/api/v1/statuses', { status: 'more #snow' })
  assert.equal(refused.statusCode, 422)
  assert.match(refused.json().error, /disallowed hashtag: snow/)
  const found = await alice.get('/api/v2/search', { q: '#snow', type: 'hashtags' })
  assert.deepEqual(found.json().hashtags, [])
  assert.equal((await staff.put(path, { display_name: 'Rain' })).statusCode, 422)
  assert.equal((await staff.put('/api/v1/admin/tags/1', { usable: true })).statusCode, 404)
})

const CARD = {
  title: 'A page',
  description: '',
  language: 'en',
  type: 'link',
  author_name: '',
  author_url: '',
  provider_name: '',
  provider_url: '',
  html: '',
  width: 0,
  height: 0,
  image_remote_url: null,
  image_description: '',
  embed_url: '',
  blurhash: null,
  published_at: null,
} as const
