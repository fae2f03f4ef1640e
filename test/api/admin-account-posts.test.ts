import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entityOf } from '../support/entities.ts'
import { uploadPicture } from '../support/media-api.ts'
import { startTestServer } from '../support/server.ts'
import { signUpStaff } from '../support/staff.ts'

const ADMIN = '/api/rookery/v1/admin/accounts'

test('S-625 posts of an account are decided about together, without a report', async () => {
  await using server = await startTestServer()
  const staff = await signUpStaff(server, 'staff', ['manageReports', 'viewAuditLog'])
  const [ann, bob] = [await server.signUp('ann'), await server.signUp('bob')]
  const { id: picture } = await uploadPicture(ann)
  const posts = [
    await ann.publish('one', { media_ids: [picture] }),
    await ann.publish('two'),
    await ann.publish('three'),
  ]
  const [one, two, three] = posts.map(({ id }) => id)
  const path = `${ADMIN}/${ann.id}/statuses`

  const marked = { status_ids: [one, two], text: 'Careful.', send_email_notification: false }
  entityOf(await staff.post(`${path}/mark_sensitive`, marked), 'Admin::Account')
  entityOf(await staff.post(`${path}/delete`, { status_ids: [two, three] }), 'Admin::Account')
  await server.settle()

  assert.equal((await ann.get(`/api/v1/statuses/${one}`)).json().sensitive, true)
  for (const id of [two, three]) {
    assert.equal((await ann.get(`/api/v1/statuses/${id}`)).statusCode, 404)
  }
  const strikes = (await ann.get('/api/rookery/v1/strikes')).json()
  assert.deepEqual(
    strikes.map(({ action, text }: { action: string; text: string }) => [action, text]),
    [
      ['delete_statuses', ''],
      ['mark_statuses_as_sensitive', 'Careful.'],
    ],
  )
  assert.equal(server.mails.length, 1)
  const [entry] = (await staff.get('/api/rookery/v1/admin/audit_log')).json()
  assert.partialDeepStrictEqual(entry, {
    action: 'delete_statuses',
    details: { status_ids: [two, three] },
  })

  // nothing of others, not nothing, not everything
  const his = await bob.publish('his')
  const refused = async (status_ids: string[]) =>
    (await staff.post(`${path}/delete`, { status_ids })).statusCode
  assert.equal(await refused([one, his.id]), 404)
  assert.equal(await refused([]), 400)
  assert.equal(await refused(Array.from({ length: 81 }, (_, at) => String(at + 1))), 422)
  assert.equal((await ann.get(`/api/v1/statuses/${one}`)).statusCode, 200)
})
