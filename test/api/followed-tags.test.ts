import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setAccount } from '../support/account-state.ts'
import { countQueries } from '../support/count-queries.ts'
import { entityOf, idsOf } from '../support/entities.ts'
import { linksOf } from '../support/links.ts'
import { makeList } from '../support/lists.ts'
import { insertRemoteStatus } from '../support/remote-status.ts'
import { startTestServer, type TestUser } from '../support/server.ts'

const FOLLOWED = '/api/v1/followed_tags'

const home = async (user: TestUser) => idsOf((await user.get('/api/v1/timelines/home')).json())

async function change(user: TestUser, verb: string, name: string) {
  return entityOf(await user.post(`/api/v1/tags/${encodeURIComponent(name)}/${verb}`), 'Tag')
}

test('S-234 S-230 a hashtag is followed and unfollowed in any spelling, as often as one likes', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  await bob.publish('#Café')

  for (const name of ['café', '#CAFE', 'Cafe']) {
    const { name: shown, following, featuring } = await change(alice, 'follow', name)
    assert.deepEqual([shown, following, featuring], ['Café', true, false], name)
  }
  const unused = await change(alice, 'follow', 'なな')
  assert.deepEqual([unused.name, unused.following], ['なな', true])
  const path = `/api/v1/tags/${encodeURIComponent('なな')}`
  assert.equal(entityOf(await alice.get(path), 'Tag').following, true)
  assert.equal(entityOf(await bob.get(path), 'Tag').following, false)
  assert.equal('following' in entityOf(await server.anonymous.get(path), 'Tag'), false)
  assert.deepEqual(
    entityOf(await alice.get(FOLLOWED), 'Tag[]').map(({ name }: { name: string }) => name),
    ['なな', 'Café'],
  )

  for (const name of ['CAFÉ', 'cafe', 'never']) {
    assert.equal((await change(alice, 'unfollow', name)).following, false, name)
  }
  assert.equal((await alice.get(FOLLOWED)).json().length, 1)
  for (const verb of ['follow', 'unfollow']) {
    assert.equal((await alice.post(`/api/v1/tags/123/${verb}`)).statusCode, 404)
    assert.equal((await server.anonymous.post(`/api/v1/tags/a/${verb}`)).statusCode, 401)
    const useless = await server.tokenFor(alice, 'read write:statuses')
    assert.equal((await useless.post(`/api/v1/tags/a/${verb}`)).statusCode, 403)
  }
  assert.equal((await server.anonymous.get(FOLLOWED)).statusCode, 401)
  const useless = await server.tokenFor(alice, 'read:statuses')
  assert.equal((await useless.get(FOLLOWED)).statusCode, 403)
  assert.deepEqual((await bob.get(FOLLOWED)).json(), [])
})

test('S-236 followed hashtags come in pages, the latest first, at the same cost', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const cost = () =>
    countQueries(server, async () => assert.equal((await alice.get(FOLLOWED)).statusCode, 200))
  const names: string[] = []
  const follow = async (many: number) => {
    for (let at = 0; at < many; at++) {
      names.unshift((await change(alice, 'follow', `tag${names.length}`)).name)
    }
  }
  const namesOf = (list: { name: string }[]) => list.map(({ name }) => name)
  await follow(2)
  const few = await cost()
  await follow(8)
  assert.equal(await cost(), few)

  const first = await alice.get(`${FOLLOWED}?limit=4`)
  assert.deepEqual(namesOf(entityOf(first, 'Tag[]')), names.slice(0, 4))
  const { next, prev } = linksOf(first)
  assert.match(prev!, /since_id=/)
  const second = await alice.get(next!)
  assert.deepEqual(namesOf(second.json()), names.slice(4, 8))
  const third = await alice.get(linksOf(second).next!)
  assert.deepEqual(namesOf(third.json()), names.slice(8))
  assert.equal(linksOf(third).next, undefined)
})

test('S-050 following hashtags spends the same allowance as following people', async () => {
  await using server = await startTestServer({ rateLimits: true })
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const spend = async (path: string) => {
    const answer = await alice.post(path)
    assert.equal(answer.statusCode, 200, answer.body)
  }

  await spend(`/api/v1/accounts/${bob.id}/follow`)
  await spend('/api/v1/tags/a/follow')
  await spend('/api/v1/tags/a/follow')
  // 398 of the 400 are left, and the general limit of 300 in five minutes counts as well
  for (let at = 0; at < 398; at++) {
    if (at % 250 === 0) server.clock.now += 300_000
    await spend(`/api/v1/tags/t${at}/follow`)
  }
  server.clock.now += 300_000

  assert.equal((await alice.post('/api/v1/tags/more/follow')).statusCode, 429)
  assert.equal((await alice.post('/api/v1/tags/t1/follow')).statusCode, 200, 'followed already')
})

test('S-237 S-320 public posts with a followed hashtag come home, each once, and go with it', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const friend = await server.signUp('friend')
  const stranger = await server.signUp('stranger')
  const other = await server.signUp('other')
  await alice.follow(friend)
  await stranger.publish('#birds before')
  for (const name of ['Birds', 'trees']) await change(alice, 'follow', name)

  const strange = (await stranger.publish('#birds')).id
  const both = (await stranger.publish('#birds #trees')).id
  const known = (await friend.publish('#BIRDS')).id
  const away = await insertRemoteStatus(server.app, { tag: 'birds' })
  const own = (await alice.publish('#birds')).id
  for (const visibility of ['unlisted', 'private', 'direct']) {
    await stranger.publish('#birds', { visibility })
  }
  const root = (await stranger.publish('no tag')).id
  await stranger.publish('#birds to a stranger’s', {
    in_reply_to_id: (await other.publish('x')).id,
  })
  const toMe = (await stranger.publish('#birds', { in_reply_to_id: own })).id
  const toFriend = (await stranger.publish('#birds', { in_reply_to_id: known })).id
  const goingOn = (await stranger.publish('#birds', { in_reply_to_id: root })).id
  await other.post(`/api/v1/statuses/${goingOn}/reblog`)
  const mine = [goingOn, toFriend, toMe, own, away, known, both, strange]
  assert.deepEqual(await home(alice), mine)

  await change(alice, 'unfollow', 'birds')
  assert.deepEqual(await home(alice), [own, known, both])
  await stranger.publish('#birds')
  await change(alice, 'unfollow', 'trees')
  assert.deepEqual(await home(alice), [own, known])
})

test('S-237 who is followed no longer stays as far as the hashtag goes', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  await alice.follow(bob)
  await change(alice, 'follow', 'birds')
  const tagged = (await bob.publish('#birds')).id
  await bob.publish('#birds', { visibility: 'unlisted' })
  await bob.publish('no tag')

  await alice.post(`/api/v1/accounts/${bob.id}/unfollow`)

  assert.deepEqual(await home(alice), [tagged])
  await alice.post(`/api/v1/accounts/${bob.id}/block`)
  assert.deepEqual(await home(alice), [])
})

test('S-237 S-322 blocks, mutes, silence, languages and exclusive lists hold for what comes by a hashtag', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const names = ['blocked', 'muted', 'blocking', 'silenced', 'friend', 'apart', 'stranger'] as const
  const people = {} as Record<(typeof names)[number], TestUser>
  for (const name of names) people[name] = await server.signUp(name)
  const { blocked, muted, blocking, silenced, friend, apart, stranger } = people
  await change(alice, 'follow', 'birds')
  await alice.post(`/api/v1/accounts/${blocked.id}/block`)
  await alice.post(`/api/v1/accounts/${muted.id}/mute`)
  await blocking.post(`/api/v1/accounts/${alice.id}/block`)
  await setAccount(server, silenced, { silenced_at: 1 })
  await alice.follow(friend, { languages: ['fr'] })
  await alice.follow(apart)
  await makeList(alice, [apart], { exclusive: true })
  await server.app.transact(async (tx) => {
    await tx.db
      .updateTable('local_user')
      .set({ chosen_languages: '["de","fr"]' })
      .where('account_id', '=', alice.id)
      .execute()
  })

  const refused = await alice.post('/api/v1/domain_blocks', { domain: 'away.test' })
  assert.equal(refused.statusCode, 200)
  await insertRemoteStatus(server.app, { tag: 'birds' })
  for (const author of [blocked, muted, blocking, silenced, apart]) {
    await author.publish('#birds', { language: 'de' })
  }
  await stranger.publish('#birds @muted', { language: 'de' })
  await stranger.publish('#birds', { language: 'en' })
  await friend.publish('#birds', { language: 'de' })
  const german = (await stranger.publish('#birds', { language: 'de' })).id
  const french = (await friend.publish('#birds', { language: 'fr' })).id

  assert.deepEqual(await home(alice), [french, german])
  const stored = await server.app.db
    .selectFrom('home_entry')
    .select('status_id')
    .where('account_id', '=', alice.id)
    .execute()
  assert.equal(stored.length, 2, 'the others were not delivered at all')
  await alice.post(`/api/v1/accounts/${stranger.id}/mute`)
  assert.deepEqual(await home(alice), [french])
})

test('S-322 public timelines keep to the languages that the user chose, hashtags do not', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  await server.app.transact(async (tx) => {
    await tx.db
      .updateTable('local_user')
      .set({ chosen_languages: '["de"]' })
      .where('account_id', '=', alice.id)
      .execute()
  })
  const english = (await bob.publish('#a', { language: 'en' })).id
  const german = (await bob.publish('#a', { language: 'de' })).id
  const read = async (path: string, user = alice) =>
    idsOf((await user.get(`/api/v1/timelines/${path}`)).json())

  assert.deepEqual(await read('public'), [german])
  assert.deepEqual(await read('tag/a'), [german, english])
  assert.deepEqual(await read('public', bob), [german, english])
  await alice.follow(bob)
  const list = await makeList(alice, [bob])
  for (const path of ['home', `list/${list}`]) {
    assert.deepEqual(await read(path), [german, english], 'whom one follows, one reads')
  }
})

test('Readers of a hashtag beyond the first thousand get a post from a job, each once', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const author = await server.signUp('author')
  await change(alice, 'follow', 'birds')
  const ids = await insertReaders(server.app, alice.id, 1_050)
  const { id } = await author.publish('#birds')
  const holders = async () =>
    (
      await server.app.db
        .selectFrom('home_entry')
        .select('account_id')
        .where('status_id', '=', id)
        .execute()
    ).length

  assert.equal(await holders(), 1_001)
  await server.settle()

  assert.equal(await holders(), ids.length + 2)
})

/** So many accounts that follow what another one does, put in directly. */
async function insertReaders(
  app: Awaited<ReturnType<typeof startTestServer>>['app'],
  like: string,
  count: number,
): Promise<string[]> {
  return app.transact(async (tx) => {
    const ids = Array.from({ length: count }, () => tx.newId())
    const account = await tx.db
      .selectFrom('account')
      .selectAll()
      .where('id', '=', like)
      .executeTakeFirstOrThrow()
    const { tag_id } = await tx.db
      .selectFrom('tag_follow')
      .select('tag_id')
      .where('account_id', '=', like)
      .executeTakeFirstOrThrow()
    const json = { fields: '[]', attribution_domains: '[]', also_known_as: '[]' }
    for (let at = 0; at < ids.length; at += 250) {
      const some = ids.slice(at, at + 250)
      await tx.db
        .insertInto('account')
        .values(
          some.map((id) => ({
            ...account,
            ...json,
            id,
            username: id,
            username_lower: id,
            uri: id,
            url: id,
          })) as never,
        )
        .execute()
      await tx.db
        .insertInto('tag_follow')
        .values(
          some.map((account_id) => ({ id: tx.newId(), account_id, tag_id, created_at: tx.now })),
        )
        .execute()
    }
    return ids
  })
}
