import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Decision, warnAccount } from '../../src/features/moderation/warn-account.ts'
import { NotFound, ValidationFailed } from '../../src/kernel/base/errors.ts'
import { uploadPicture } from '../support/media-api.ts'
import { insertRemoteAccount } from '../support/remote-account.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'

const warn = ({ app }: TestServer, decision: Decision) =>
  app.transact((tx) => warnAccount(tx, decision))

async function latest(user: TestUser) {
  const response = await user.get('/api/v1/notifications')
  assert.equal(response.statusCode, 200, response.body)
  return response.json()[0]
}

test('S-137 a warning is told to who is warned, by nobody in particular', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const mod = await server.signUp('mod', { role: 'Moderator' })
  const { id } = await alice.publish('rude')
  const foreign = await mod.publish('polite')

  const warningId = await warn(server, {
    targetId: alice.id,
    staffId: mod.id,
    action: 'none',
    text: 'Be kind.',
    statusIds: [id, foreign.id],
  })

  const { type, account, moderation_warning: warning } = await latest(alice)
  assert.deepEqual([type, account.id], ['moderation_warning', alice.id])
  const { created_at, target_account, ...rest } = warning
  assert.equal(target_account.id, alice.id)
  assert.match(created_at, /Z$/)
  assert.deepEqual(rest, {
    id: warningId,
    action: 'none',
    text: 'Be kind.',
    status_ids: [id],
    appeal: null,
  })
  const [group] = (await alice.get('/api/v2/notifications?supported_types[]=x')).json()
    .notification_groups
  assert.equal(group.moderation_warning.id, warningId)
  assert.match(group.fallback.title, /warning/)
  assert.equal(JSON.stringify(warning).includes(mod.id), false)
})

test('what a warning comes with happens', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const other = await server.signUp('other')
  const { id: picture } = await uploadPicture(alice)
  const withPicture = await alice.publish('look', { media_ids: [picture] })
  const plain = await alice.publish('plain')
  const act = (action: Decision['action'], statusIds: string[] = []) =>
    warn(server, { targetId: alice.id, action, text: '', statusIds })
  const shown = async (id: string) => (await other.get(`/api/v1/statuses/${id}`)).json()
  const account = async () => (await other.get(`/api/v1/accounts/${alice.id}`)).json()

  await act('mark_statuses_as_sensitive', [withPicture.id, plain.id])
  const marked = await shown(withPicture.id)
  assert.deepEqual([marked.sensitive, marked.edited_at !== null], [true, true])
  assert.equal((await shown(plain.id)).sensitive, false, 'nothing to hide')
  await act('sensitive')
  await server.settle()
  assert.equal((await shown(plain.id)).sensitive, true)
  await act('delete_statuses', [withPicture.id])
  assert.equal((await other.get(`/api/v1/statuses/${withPicture.id}`)).statusCode, 404)
  await act('silence')
  assert.equal((await account()).limited, true)
  const list = (await alice.get('/api/v1/notifications')).json()
  assert.deepEqual(
    list.map((one: { moderation_warning: { action: string } }) => one.moderation_warning.action),
    ['silence', 'delete_statuses', 'sensitive', 'mark_statuses_as_sensitive'],
  )
  assert.deepEqual(list[1].moderation_warning.status_ids, [withPicture.id])
  await act('disable')
  assert.equal((await alice.get('/api/v1/notifications')).statusCode, 403)
  await act('suspend')
  assert.equal((await account()).suspended, true)
  server.clock.now += 3 * 86_400_000
  await server.settle()
  const kept = await server.app.db
    .selectFrom('status')
    .select('id')
    .where('id', '=', withPicture.id)
    .execute()
  assert.equal(kept.length, 1, 'S-151 what a warning names stays')
})

test('S-204 accounts of other servers cannot be warned or disabled', async () => {
  await using server = await startTestServer()
  const remote = await insertRemoteAccount(server.app, { username: 'rob', domain: 'away.example' })

  for (const action of ['none', 'disable'] as const) {
    await assert.rejects(warn(server, { targetId: remote, action, text: '' }), ValidationFailed)
  }
  await assert.rejects(warn(server, { targetId: '7', action: 'none', text: '' }), NotFound)
})
