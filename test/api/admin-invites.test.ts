import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deedsOf } from '../support/audit-log.ts'
import { entityOf, idsOf } from '../support/entities.ts'
import { linksOf } from '../support/links.ts'
import { startTestServer, type TestUser } from '../support/server.ts'
import { signUpStaff } from '../support/staff.ts'

const PATH = '/api/rookery/v1/admin/invites'

async function invite(user: TestUser, more: Record<string, unknown> = {}) {
  return entityOf(await user.post('/api/rookery/v1/invites', more), 'Invite')
}

test("everybody's invitations are listed with who made them, newest first, by what they are good for", async () => {
  await using server = await startTestServer()
  const staff = await signUpStaff(server, 'staff', ['manageInvites'])
  const [alice, bob] = [await server.signUp('alice'), await server.signUp('bob')]
  const open = await invite(alice, { max_uses: 1 })
  const short = await invite(bob, { expires_in: 60 })
  const used = await invite(bob, { max_uses: 1 })
  await server.app.transact((tx) =>
    tx.db.updateTable('invite').set({ uses: 1 }).where('id', '=', used.id).execute(),
  )
  server.clock.now += 61_000
  const list = async (query = '') => entityOf(await staff.get(PATH + query), 'Admin::Invite[]')

  const all = await list()

  assert.deepEqual(idsOf(all), [used.id, short.id, open.id])
  assert.deepEqual(
    all.map(({ account }: { account: { username: string } }) => account.username),
    ['bob', 'bob', 'alice'],
  )
  assert.deepEqual(idsOf(await list('?available=true')), [open.id])
  assert.deepEqual(idsOf(await list('?expired=true')), [used.id, short.id])
  const page = await staff.get(`${PATH}?limit=1`)
  assert.deepEqual(idsOf((await staff.get(linksOf(page).next!)).json()), [short.id])
})

test('S-205: staff ends one invitation or all of them; then nobody comes by them', async () => {
  await using server = await startTestServer()
  const owner = await server.signUp('owner', { role: 'Owner' })
  const alice = await server.signUp('alice')
  const [one, two, three] = [await invite(alice), await invite(alice), await invite(alice)]
  const validity = async () =>
    (await alice.get('/api/rookery/v1/invites'))
      .json()
      .map(({ valid }: { valid: boolean }) => valid)

  for (let time = 1; time <= 2; time++) {
    const ended = await owner.delete(`${PATH}/${two.id}`)
    assert.deepEqual([ended.statusCode, ended.json()], [200, {}])
  }
  assert.deepEqual(await validity(), [true, false, true])
  assert.equal((await owner.delete(`${PATH}/7`)).statusCode, 404)
  const counts = []
  for (let time = 1; time <= 2; time++) {
    const response = await owner.post(`${PATH}/deactivate_all`)
    counts.push(entityOf(response, 'Admin::Count').count)
  }

  assert.deepEqual(counts, [2, 0])
  assert.deepEqual(await validity(), [false, false, false])
  for (const { code } of [one, two, three]) {
    assert.equal((await server.anonymous.get(`/invite/${code}`)).statusCode, 404)
  }
  assert.deepEqual(await deedsOf(owner), ['expire_all all invitations', `expire ${two.code}`])
})
