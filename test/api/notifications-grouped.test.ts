import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NotificationType } from '../../src/features/notifications/tables.ts'
import { setAccount } from '../support/account-state.ts'
import { countQueries } from '../support/count-queries.ts'
import { ON_SQLITE } from '../support/database-kind.ts'
import { fastest } from '../support/fastest.ts'
import { linksOf } from '../support/links.ts'
import { plansOf } from '../support/queries.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'

const LIST = '/api/v2/notifications'

interface Shown {
  group_key: string
  type: string
  notifications_count: number
  sample_account_ids: string[]
}

const groupsOf = async (user: TestUser, query = ''): Promise<Shown[]> => {
  const response = await user.get(LIST + query)
  assert.equal(response.statusCode, 200, response.body)
  return response.json().notification_groups
}

/** `type×count` of each group. */
const shapes = async (user: TestUser, query = '') =>
  (await groupsOf(user, query)).map((one) => `${one.type}×${one.notifications_count}`)

/** Two favourites of alice's status with a mention between them, and a follow before all. */
async function oneGroup(server: TestServer) {
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const carol = await server.signUp('carol')
  const status = await alice.publish('hello')
  await bob.follow(alice)
  await bob.post(`/api/v1/statuses/${status.id}/favourite`)
  const mention = await bob.publish('@alice hello')
  await carol.post(`/api/v1/statuses/${status.id}/favourite`)
  return { alice, bob, carol, status, mention }
}

test('S-010 S-260 groups with what they refer to, and the types of JSON that Mastodon has', async () => {
  await using server = await startTestServer()
  const { alice, bob, carol, status, mention } = await oneGroup(server)
  const [second, told, first, follow] = (await alice.get('/api/v1/notifications')).json()

  const response = await alice.get(LIST)

  assert.equal(response.statusCode, 200, response.body)
  const { accounts, statuses, notification_groups: groups, ...rest } = response.json()
  assert.deepEqual(rest, {})
  assert.deepEqual(
    accounts.map((one: { id: string }) => one.id),
    [carol.id, bob.id],
  )
  assert.deepEqual(
    statuses.map((one: { id: string }) => one.id),
    [status.id, mention.id],
  )
  assert.equal(groups.length, 3)
  assert.deepEqual(
    { ...groups[0], most_recent_notification_id: null },
    {
      group_key: second.group_key,
      notifications_count: 2,
      type: 'favourite',
      most_recent_notification_id: null,
      page_min_id: first.id,
      page_max_id: second.id,
      latest_page_notification_at: second.created_at,
      sample_account_ids: [carol.id, bob.id],
      status_id: status.id,
    },
  )
  assert.match(response.body, new RegExp(`"most_recent_notification_id":${second.id},`))
  assert.deepEqual([groups[1].group_key, groups[1].type], [`ungrouped-${told.id}`, 'mention'])
  assert.deepEqual([groups[2].group_key, 'status_id' in groups[2]], [follow.group_key, false])
})

test('S-261 partial_avatars shows but the newest account of each group in short', async () => {
  await using server = await startTestServer()
  const { alice, bob, carol, status } = await oneGroup(server)
  const dave = await server.signUp('dave')
  await dave.post(`/api/v1/statuses/${status.id}/favourite`)

  const response = await alice.get(`${LIST}?expand_accounts=partial_avatars`)

  assert.equal(response.statusCode, 200, response.body)
  const { accounts, partial_accounts: partial } = response.json()
  assert.deepEqual(
    accounts.map((one: { id: string }) => one.id),
    [dave.id, bob.id],
  )
  assert.deepEqual(
    partial.map((one: { id: string }) => one.id),
    [carol.id],
  )
  assert.deepEqual(Object.keys(partial[0]), [
    'id',
    'acct',
    'locked',
    'bot',
    'url',
    'avatar',
    'avatar_static',
    'avatar_description',
  ])
  assert.equal(
    'partial_accounts' in (await alice.get(`${LIST}?expand_accounts=full`)).json(),
    false,
  )
  assert.equal((await alice.get(`${LIST}?expand_accounts=some`)).statusCode, 400)
})

test('S-250 S-260 what is grouped and what is shown can be chosen', async () => {
  await using server = await startTestServer()
  const { alice, bob, carol } = await oneGroup(server)
  const [second, , first] = (await alice.get('/api/v1/notifications')).json()

  assert.deepEqual(await shapes(alice), ['favourite×2', 'mention×1', 'follow×1'])
  const alone = ['favourite×1', 'mention×1', 'favourite×1', 'follow×1']
  assert.deepEqual(await shapes(alice, '?grouped_types[]=follow'), alone)
  const [group] = await groupsOf(alice, '?grouped_types[]=mention')
  assert.equal(group!.group_key, `ungrouped-${second.id}`)
  assert.deepEqual(await shapes(alice, '?types[]=favourite&types[]=none'), ['favourite×2'])
  assert.deepEqual(await shapes(alice, '?exclude_types[]=favourite'), ['mention×1', 'follow×1'])
  const ofBob = ['mention×1', 'favourite×2', 'follow×1']
  assert.deepEqual(await shapes(alice, `?account_id=${bob.id}`), ofBob)
  await setAccount(server, carol, { suspended_at: 1 })
  const [rest] = await groupsOf(alice, `?account_id=${bob.id}&types[]=favourite`)
  assert.deepEqual(rest!.sample_account_ids, [bob.id])
  assert.deepEqual((await groupsOf(alice))[0]!.sample_account_ids, [bob.id])
  assert.equal((await alice.get(`${LIST}/ungrouped-${first.id}`)).statusCode, 200)
})

test('S-038 S-040 a page counts groups; one that goes on behind it is there again', async () => {
  await using server = await startTestServer()
  const { alice, bob, carol, status } = await oneGroup(server)
  const other = await alice.publish('other')
  await bob.post(`/api/v1/statuses/${other.id}/favourite`)
  await carol.post(`/api/v1/statuses/${other.id}/favourite`)
  const [newest, , second, , first] = (await alice.get('/api/v1/notifications')).json()

  const page = await alice.get(`${LIST}?limit=2`)
  const { next, prev } = linksOf(page)
  const behind = await alice.get(next!)

  const [a, b] = page.json().notification_groups
  assert.deepEqual([a.status_id, a.notifications_count, a.page_max_id], [other.id, 2, newest.id])
  assert.deepEqual([b.status_id, b.page_min_id, b.page_max_id], [status.id, second.id, second.id])
  assert.match(next!, new RegExp(`max_id=${second.id}$`))
  assert.match(prev!, new RegExp(`min_id=${newest.id}$`))
  const [mention, again] = behind.json().notification_groups
  assert.equal(mention.type, 'mention')
  assert.deepEqual(
    [again.group_key, again.page_max_id, again.page_min_id, again.notifications_count],
    [b.group_key, first.id, first.id, 2],
  )
  const up = (await alice.get(`${LIST}?limit=1&min_id=${first.id}`)).json().notification_groups
  assert.deepEqual(up[0].type, 'mention')
  const since = (await alice.get(`${LIST}?since_id=${second.id}`)).json().notification_groups
  assert.deepEqual(since.length, 1)
  assert.deepEqual((await alice.get(prev!)).json().notification_groups, [])
  const none = await alice.get(`${LIST}?max_id=1`)
  assert.deepEqual([none.json().notification_groups, none.headers.link], [[], undefined])
})

test('S-255 unread groups are counted', async () => {
  await using server = await startTestServer()
  const { alice } = await oneGroup(server)
  const [, told] = (await alice.get('/api/v1/notifications')).json()
  const count = async (query = '') => (await alice.get(`${LIST}/unread_count${query}`)).json()

  assert.deepEqual(await count(), { count: 3 })
  assert.deepEqual(await count('?limit=2'), { count: 2 })
  assert.deepEqual(await count('?grouped_types[]=follow'), { count: 4 })
  await alice.post('/api/v1/markers', { notifications: { last_read_id: told.id } })
  assert.deepEqual(await count(), { count: 1 })
})

test('one group: shown, its accounts, dismissed by its owner; taking back leaves the rest', async () => {
  await using server = await startTestServer()
  const { alice, bob, carol, status } = await oneGroup(server)
  const [group, mention] = (await groupsOf(alice)) as [Shown, Shown]
  const path = `${LIST}/${group.group_key}`

  const one = await alice.get(path)
  const [shown] = one.json().notification_groups
  assert.deepEqual([one.statusCode, shown.notifications_count], [200, 2])
  assert.equal('page_min_id' in shown, false)
  const accounts = await alice.get(`${path}/accounts?limit=1`)
  assert.deepEqual(
    accounts.json().map((account: { id: string }) => account.id),
    [carol.id],
  )
  const more = await alice.get(linksOf(accounts).next!)
  assert.deepEqual(
    more.json().map((account: { id: string }) => account.id),
    [bob.id],
  )
  assert.match(linksOf(accounts).prev!, /since_id=/)
  assert.deepEqual((await bob.get(`${path}/accounts`)).json(), [])
  for (const key of [
    group.group_key,
    mention.group_key,
    'ungrouped-7',
    `ungrouped-${'9'.repeat(30)}`,
  ]) {
    assert.equal((await bob.get(`${LIST}/${key}`)).statusCode, 404, key)
    assert.equal((await bob.post(`${LIST}/${key}/dismiss`)).statusCode, 404, key)
  }

  await carol.post(`/api/v1/statuses/${status.id}/unfavourite`)
  assert.deepEqual(await shapes(alice), ['mention×1', 'favourite×1', 'follow×1'])
  assert.deepEqual((await alice.post(`${path}/dismiss`)).json(), {})
  assert.deepEqual((await alice.post(`${LIST}/${mention.group_key}/dismiss`)).json(), {})
  assert.deepEqual(await shapes(alice), ['follow×1'])
  assert.deepEqual((await alice.post(`${LIST}/clear`)).json(), {})
  assert.deepEqual(await shapes(alice), [])
})

test('S-253 types that a client does not support carry a fallback', async () => {
  await using server = await startTestServer()
  const staff = await server.signUp('staff', { role: 'Owner' })
  for (const name of ['bob', 'carol']) {
    const user = await server.signUp(name)
    await server.app.transact(async (tx) => {
      tx.emit({ type: 'account.activated', accountId: user.id })
    })
  }

  const [group] = (await staff.get(`${LIST}?supported_types[]=mention`)).json().notification_groups
  const [single] = (await staff.get('/api/v1/notifications?supported_types[]=mention')).json()
  const [known] = (await staff.get(`${LIST}?supported_types[]=admin.sign_up`)).json()
    .notification_groups
  const [silent] = (await staff.get('/api/v1/notifications')).json()

  assert.equal(group.type, 'admin.sign_up')
  const { title, summary, ...rest } = group.fallback
  assert.match(title, /^<span class="h-card".*carol.* and one other signed up$/)
  assert.match(summary, /href="https:\/\/rookery.test\/"/)
  assert.deepEqual(rest, { details: null, description: null })
  assert.doesNotMatch(single.fallback.title, /other/)
  assert.equal('fallback' in known || 'fallback' in silent, false)
})

/** `many` favourites by one account, dealt to `groups` groups, as rows. */
async function insertMany(server: TestServer, user: TestUser, many: number, groups: number) {
  const bob = await server.signUp('bob')
  const status = await user.publish('popular')
  for (let at = 0; at < many; at += 1000) {
    await server.app.transact(async (tx) => {
      const rows = Array.from({ length: 1000 }, (_, index) => ({
        id: tx.newShortId(),
        account_id: user.id,
        from_account_id: bob.id,
        type: 'follow' as NotificationType,
        status_id: null,
        group_key: `follow-${100_000 + ((at + index) % groups)}`,
        filtered: false,
        newest: at + index >= many - groups,
        created_at: tx.now,
      }))
      await tx.db.insertInto('notification').values(rows).execute()
    })
  }
  await bob.post(`/api/v1/statuses/${status.id}/favourite`)
}

test('a page costs as many queries for many groups, and walks the heads of groups alone', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  await insertMany(server, alice, 10_000, 50)
  await server.settle()
  const cost = (query: string) => countQueries(server, () => alice.get(LIST + query))

  assert.equal(await cost('?limit=40'), await cost('?limit=2'))
  let page: Shown[] = []
  const read = async () => {
    page = await groupsOf(alice, '?limit=40')
  }
  const took = await fastest(read, { enough: 100 })

  assert.equal(page.length, 40)
  assert.equal(page[1]!.notifications_count, 200)
  assert.ok(took < 100, `${took} ms`)
  if (!ON_SQLITE) return
  const plans = await plansOf(server.app.db, () => alice.get(`${LIST}?limit=40`))
  const walk = plans.find(({ sql }) => sql.includes('"newest" ='))!
  assert.match(
    walk.plan.join('\n'),
    /SEARCH notification USING (COVERING )?INDEX notification_heads \(account_id=\? AND newest=\? AND id>\?/,
  )
  assert.doesNotMatch(walk.plan.join('\n'), /TEMP B-TREE|SCAN/)
  for (const { sql, plan } of plans.filter((one) => one.sql.includes('"member"'))) {
    assert.doesNotMatch(plan.join('\n'), /SCAN (member|notification)|TEMP B-TREE/, sql)
  }
})
