import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY } from '../../src/kernel/base/durations.ts'
import { uploadPicture } from '../support/media-api.ts'
import { type NetworkUser, startNetwork } from '../support/network.ts'
import type { Json } from '../support/peer.ts'
import { startPeerAndHome } from '../support/peer-and-home.ts'
import { insertRemoteAccount } from '../support/remote-account.ts'
import type { TestServer, TestUser } from '../support/server.ts'
import { describeBothWays } from '../support/two-servers.ts'

async function decide(staff: TestUser, targetId: string, what: string): Promise<void> {
  const path = `/api/v1/admin/accounts/${targetId}`
  const response = await (what === 'DELETE'
    ? staff.delete(path)
    : what === 'suspend'
      ? staff.post(`${path}/action`, { type: what, send_email_notification: false })
      : staff.post(`${path}/${what}`))
  assert.equal(response.statusCode, 200, `${what}: ${response.body}`)
}

const texts = (statuses: { content: string }[]) =>
  statuses.map(({ content }) => content.replace(/<[^>]+>/g, '')).sort()

async function fetchDocument(user: NetworkUser, path = '') {
  const response = await fetch(user.uri + path, {
    headers: { accept: 'application/activity+json' },
  })
  return { status: response.status, body: (await response.json()) as Json }
}

describeBothWays('a suspension across two servers', {}, (crossing) => {
  test('a suspended account is gone from both, and all comes back with it', async () => {
    const owner = await crossing.from.signUp(`owner${Date.now()}`, { role: 'Owner' })
    crossing.from.runner.start()
    const [alice, carol] = [await crossing.signUpFrom('alice'), await crossing.signUpFrom('carol')]
    const bob = await crossing.signUpTo('bob')
    await carol.follow(alice)
    await alice.follow(carol)
    await bob.followRemote(alice)
    await alice.followRemote(bob)
    await crossing.settle()
    const { id: mediaId } = await uploadPicture(alice)
    const status = await alice.publish('look', { media_ids: [mediaId] })
    await bob.publish('from afar')
    await crossing.settle()
    const file = new URL(status.media_attachments[0].url).pathname
    const { id: atBob } = await bob.resolve(alice.handle)
    const seen = async () => {
      const account = (await bob.get(`/api/v1/accounts/${atBob}`)).json()
      return {
        carol: texts(await carol.home()),
        bob: texts(await bob.home()).filter((text) => text === 'look'),
        atBob: account.suspended ?? false,
        file: (await crossing.from.anonymous.get(file)).statusCode,
        inbox: (await alice.get('/api/v1/timelines/home')).statusCode,
        outbox: (await fetchDocument(alice, '/outbox')).status,
        followers: (await fetchDocument(alice, '/followers')).status,
      }
    }
    const before = await seen()

    await decide(owner, alice.id, 'suspend')
    await crossing.pass()
    const during = await seen()
    const document = await fetchDocument(alice)
    await crossing.pass(29 * DAY)
    await decide(owner, alice.id, 'unsuspend')
    await crossing.pass(2 * DAY)
    // who was away for so long has a home timeline that is made anew
    for (const user of [alice, bob, carol]) await user.get('/api/v1/timelines/home')
    await crossing.pass(2 * 3_600_000)

    assert.deepEqual(before, {
      carol: ['look'],
      bob: ['look'],
      atBob: false,
      file: 200,
      inbox: 200,
      outbox: 200,
      followers: 200,
    })
    assert.deepEqual(during, {
      carol: [],
      bob: [],
      atBob: true,
      file: 404,
      inbox: 403,
      outbox: 403,
      followers: 403,
    })
    assert.deepEqual(
      [document.status, document.body.suspended, document.body.name],
      [200, true, ''],
    )
    assert.deepEqual(await seen(), before)
    const { followers_count, following_count } = (
      await alice.get('/api/v1/accounts/verify_credentials')
    ).json()
    assert.deepEqual([followers_count, following_count], [2, 2])
    await bob.publish('still there')
    await crossing.settle()
    assert.deepEqual(texts(await alice.home()).includes('still there'), true)
  })

  test('after 30 days, or by the staff before, it is erased here and there', async () => {
    const owner = await crossing.from.signUp(`eraser${Date.now()}`, { role: 'Owner' })
    crossing.from.runner.start()
    for (const how of ['time', 'DELETE'] as const) {
      const [alice, bob] = [await crossing.signUpFrom('ann'), await crossing.signUpTo('ben')]
      await bob.followRemote(alice)
      await crossing.settle()
      const { uri } = await alice.publish('look')
      await crossing.settle()
      const { id: atBob } = await bob.resolve(uri)

      await decide(owner, alice.id, 'suspend')
      if (how === 'DELETE') await decide(owner, alice.id, 'DELETE')
      await crossing.pass(how === 'time' ? 30 * DAY : 60_000)
      await crossing.pass(2 * 3_600_000)

      assert.equal((await fetchDocument(alice)).status, 410, how)
      assert.equal((await bob.get(`/api/v1/statuses/${atBob}`)).statusCode, 404, how)
      assert.deepEqual((await bob.search(alice.handle)).accounts, [], how)
      const path = `/api/v1/admin/accounts/${alice.id}`
      assert.equal((await owner.delete(path)).statusCode, 403, 'S-203: nothing is left')
      assert.equal((await owner.post(`${path}/unsuspend`)).statusCode, 403)
      assert.deepEqual(await usersOf(crossing.from, alice), [])
    }
  })
})

async function usersOf({ app }: TestServer, { id }: TestUser) {
  return app.db.selectFrom('local_user').select('id').where('account_id', '=', id).execute()
}

test('who lives elsewhere stays suspended here whatever its server says, and is fetched when it is not', async () => {
  await using at = await startPeerAndHome()
  const { home, mallory, network, peer, alice } = at
  const owner = await home.signUp('owner', { role: 'Owner' })
  const { id } = await alice.resolve(mallory.uri)
  const look = async () => (await alice.get(`/api/v1/accounts/${id}`)).json()
  const renamed = { ...mallory.document, name: 'Mallory Again' }

  await decide(owner, id, 'suspend')
  await network.settle()
  await peer.send(
    mallory,
    { type: 'Update', object: { ...renamed, suspended: false } },
    {
      inbox: at.url(),
    },
  )
  await network.settle()
  assert.equal((await look()).suspended, true)
  const refused = await owner.delete(`/api/v1/admin/accounts/${alice.id}`)
  assert.equal(refused.statusCode, 403, 'S-203: not suspended')
  mallory.document.name = 'Mallory Again'
  await decide(owner, id, 'unsuspend')
  await network.settle()

  assert.partialDeepStrictEqual(await look(), { display_name: 'Mallory Again' })
  assert.equal((await look()).suspended, undefined)
  await decide(owner, id, 'suspend')
  home.runner.start()
  await network.settle()
  home.clock.now += 31 * DAY
  await network.settle()
  const row = await home.app.db
    .selectFrom('account')
    .select(['deleted_at', 'suspended_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  assert.ok(row.deleted_at !== null && row.suspended_at !== null, 'erased, and suspended still')
})

test('what a domain or another server decided is not for the staff to take back', async () => {
  await using network = await startNetwork(['home'])
  const home = network.server('home')
  const owner = await home.signUp('owner', { role: 'Owner' })
  const id = await insertRemoteAccount(home.app, { username: 'rob', domain: 'away.example' })
  const set = (columns: Record<string, unknown>) =>
    home.app.transact((tx) =>
      tx.db.updateTable('account').set(columns).where('id', '=', id).execute(),
    )
  const unsuspend = async () =>
    (await owner.post(`/api/v1/admin/accounts/${id}/unsuspend`)).statusCode

  await set({ suspended_at: 1, suspended_by_origin: true })
  assert.equal(await unsuspend(), 403)
  await set({ suspended_by_origin: false, suspended_by_domain: true })
  assert.equal(await unsuspend(), 403)
  await decide(owner, id, 'suspend')
  assert.equal(await unsuspend(), 200, 'by now it is the staff’s decision')
})
