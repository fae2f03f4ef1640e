import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blockDomain } from '../../src/features/instance/domain-blocks.ts'
import { warnAccount } from '../../src/features/moderation/warn-account.ts'
import { insertRemoteAccount } from '../support/remote-account.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'

const AWAY = 'away.example'

/** Makes one follow another, as if that had been accepted. */
async function follows(
  { app }: TestServer,
  accountId: string,
  targetId: string,
  chosen: { languages?: string[]; notify?: boolean } = {},
): Promise<void> {
  const { languages, notify = false } = chosen
  await app.transact(async (tx) => {
    const id = tx.newId()
    await tx.db
      .insertInto('follow')
      .values({
        id,
        account_id: accountId,
        target_id: targetId,
        show_reblogs: true,
        notify,
        languages: languages === undefined ? null : JSON.stringify(languages),
        uri: `https://${AWAY}/follows/${id}`,
        created_at: tx.now,
      })
      .execute()
    tx.addToCount('account_stats.following_count', accountId, 1)
    tx.addToCount('account_stats.followers_count', targetId, 1)
  })
}

/** alice follows rob and rita of another server, and rita follows alice; carol follows rob. */
async function connected(server: TestServer) {
  const alice = await server.signUp('alice')
  const carol = await server.signUp('carol')
  const rob = await insertRemoteAccount(server.app, { username: 'rob', domain: AWAY })
  const rita = await insertRemoteAccount(server.app, { username: 'rita', domain: AWAY })
  await follows(server, alice.id, rob, { languages: ['en', 'de'], notify: true })
  await follows(server, alice.id, rita)
  await follows(server, rita, alice.id)
  await follows(server, carol.id, rob)
  return { alice, carol, rob, rita }
}

const told = async (user: TestUser) => (await user.get('/api/v1/notifications')).json()

const csv = (user: TestUser, id: string, list: string) =>
  user.get(`/api/rookery/v1/severed_relationships/${id}/${list}.csv`)

test('S-137 whoever loses follows to a domain block is told once, with the lists to keep', async () => {
  await using server = await startTestServer()
  const { alice, carol } = await connected(server)

  await server.app.transact((tx) => blockDomain(tx, AWAY, { severity: 'suspend' }))
  await server.settle()

  const [notification, ...more] = await told(alice)
  const { event } = notification
  assert.deepEqual(more, [])
  assert.deepEqual(
    [notification.type, notification.account.id],
    ['severed_relationships', alice.id],
  )
  assert.deepEqual(
    { ...event, id: '', created_at: '' },
    {
      id: '',
      type: 'domain_block',
      purged: false,
      target_name: AWAY,
      followers_count: 1,
      following_count: 2,
      created_at: '',
    },
  )
  const following = await csv(alice, event.id, 'following')
  assert.equal(following.statusCode, 200, following.body)
  assert.match(String(following.headers['content-type']), /^text\/csv/)
  assert.deepEqual(following.body.split('\n').sort(), [
    '',
    'Account address,Show boosts,Notify on new posts,Languages',
    `rita@${AWAY},true,false,`,
    `rob@${AWAY},true,true,"en, de"`,
  ])
  const followers = await csv(alice, event.id, 'followers')
  assert.equal(followers.body, `Account address\nrita@${AWAY}\n`)
  const [ofCarol] = await told(carol)
  assert.deepEqual([ofCarol.event.following_count, ofCarol.event.followers_count], [1, 0])
  for (const id of [event.id, '7', 'x']) {
    assert.equal((await csv(carol, id, 'following')).statusCode, 404)
  }
  const narrow = await server.tokenFor(alice, 'read:notifications')
  assert.equal((await csv(narrow as TestUser, event.id, 'followers')).statusCode, 403)
  const [group] = (await alice.get('/api/v2/notifications')).json().notification_groups
  assert.deepEqual([group.type, group.event.id], ['severed_relationships', event.id])
})

test('a person who blocks a domain is told of it, nobody else, and that server hears of it', async () => {
  await using server = await startTestServer()
  const { alice, carol, rob } = await connected(server)

  const blocked = await alice.post('/api/v1/domain_blocks', { domain: AWAY })
  assert.equal(blocked.statusCode, 200, blocked.body)
  await server.runner.settle()

  const [{ event }] = await told(alice)
  assert.deepEqual(
    [event.type, event.target_name, event.following_count, event.followers_count],
    ['user_domain_block', AWAY, 2, 1],
  )
  assert.deepEqual(await told(carol), [])
  const query = { id: rob, with_suspended: true }
  const [ofAlice] = (await alice.get('/api/v1/accounts/relationships', query)).json()
  const [ofCarol] = (await carol.get('/api/v1/accounts/relationships', query)).json()
  assert.deepEqual([ofAlice.following, ofCarol.following], [false, true])
  const sent = await server.app.db.selectFrom('outgoing_activity').selectAll().execute()
  const types = sent.map(({ body }) => JSON.parse(body).type).sort()
  assert.deepEqual(types, ['Reject', 'Undo', 'Undo'])
})

test('the suspension of one remote account ends its follows, and tells who had them', async () => {
  await using server = await startTestServer()
  const { alice, carol, rob } = await connected(server)

  await server.app.transact((tx) => warnAccount(tx, { targetId: rob, action: 'suspend', text: '' }))
  await server.runner.settle()

  for (const user of [alice, carol]) {
    const [{ event }] = await told(user)
    assert.deepEqual(
      [event.type, event.target_name, event.following_count, event.followers_count],
      ['account_suspension', `rob@${AWAY}`, 1, 0],
    )
  }
})

test('nobody is told of what is lost by a domain that is only silenced', async () => {
  await using server = await startTestServer()
  const { alice } = await connected(server)

  await server.app.transact((tx) => blockDomain(tx, AWAY, { severity: 'silence' }))
  await server.settle()

  assert.deepEqual(await told(alice), [])
})
