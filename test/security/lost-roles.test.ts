import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestServer } from '../support/server.ts'
import { signUpStaff } from '../support/staff.ts'

test('A48, S-567: who answers reports no longer is shown none by notifications of before', async () => {
  await using server = await startTestServer()
  const owner = await server.signUp('owner', { role: 'Owner' })
  const mona = await signUpStaff(server, 'mona', ['manageReports'])
  const [alice, bob] = [await server.signUp('alice'), await server.signUp('bob')]
  const said = { account_id: alice.id, comment: 'words in confidence' }
  assert.equal((await bob.post('/api/v1/reports', said)).statusCode, 200)
  await server.settle()
  const [news] = (await mona.get('/api/v1/notifications')).json()
  assert.equal(news.type, 'admin.report')
  const paths = [
    '/api/v1/notifications',
    '/api/v1/notifications?types[]=admin.report',
    `/api/v1/notifications/${news.id}`,
    '/api/v2/notifications',
    `/api/v2/notifications/${news.group_key}`,
    `/api/v2/notifications/${news.group_key}/accounts`,
  ]
  const telling = async () => {
    const told: string[] = []
    for (const path of paths) {
      const { body } = await mona.get(path)
      if (/words in confidence|"username":"bob"/.test(body)) told.push(path)
    }
    return told
  }
  assert.deepEqual(await telling(), paths)

  const path = `/api/rookery/v1/admin/accounts/${mona.id}/role`
  assert.equal((await owner.post(path, { role_id: null })).statusCode, 200)

  assert.deepEqual(await telling(), [])
})
