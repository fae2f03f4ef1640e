import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditOf, deedsOf } from '../support/audit-log.ts'
import { entityOf } from '../support/entities.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'
import { signUpStaff } from '../support/staff.ts'

const PATH = '/api/rookery/v1/admin/rules'

async function add(user: TestUser, text: string, more: Record<string, unknown> = {}) {
  return entityOf(await user.post(PATH, { text, ...more }), 'Admin::Rule')
}

const textsOf = (rules: { text: string }[]) => rules.map(({ text }) => text)

/** The rules in the public API. */
async function shown({ anonymous }: TestServer) {
  return entityOf(await anonymous.get('/api/v1/instance/rules'), 'Rule[]')
}

test('S-307: rules are shown in their order, with their translations, as the staff changes them', async () => {
  await using server = await startTestServer()
  const staff = await signUpStaff(server, 'staff', ['manageRules'])
  const kind = await add(staff, ' Be kind ', { hint: 'To everybody' })
  const spam = await add(staff, 'No spam', {
    translations: { de: { text: 'Kein Spam', hint: '' }, fr: { text: ' ' } },
  })
  const first = await add(staff, 'Have fun', { position: 0 })
  assert.deepEqual([kind.position, spam.position, first.position], [0, 1, 0])
  assert.deepEqual(textsOf(await shown(server)), ['Have fun', 'Be kind', 'No spam'])

  const moved = entityOf(
    await staff.post(`${PATH}/${spam.id}/move`, { position: 0 }),
    'Admin::Rule',
  )
  assert.equal(moved.position, 0)
  const change = { text: 'Be very kind', translations: { fr: { text: 'Soyez gentils' } } }
  const changed = entityOf(await staff.put(`${PATH}/${kind.id}`, change), 'Admin::Rule')
  assert.deepEqual([changed.hint, changed.position], ['To everybody', 2])

  const rules = await shown(server)
  assert.deepEqual(textsOf(rules), ['No spam', 'Have fun', 'Be very kind'])
  assert.deepEqual(rules[0].translations, { de: { text: 'Kein Spam', hint: '' } })
  assert.deepEqual(rules[2].translations, { fr: { text: 'Soyez gentils', hint: '' } })
  const list = entityOf(await staff.get(PATH), 'Admin::Rule[]')
  assert.deepEqual(
    list.map(({ position }: { position: number }) => position),
    [0, 1, 2],
  )
  assert.deepEqual(entityOf(await staff.get(`${PATH}/${kind.id}`), 'Admin::Rule'), list[2])
})

test('S-205: what is done to rules is kept, and what is so already is nothing', async () => {
  await using server = await startTestServer()
  const owner = await server.signUp('owner', { role: 'Owner' })
  const { id } = await add(owner, 'Be kind')
  assert.equal((await owner.put(`${PATH}/${id}`, { text: 'Be kind' })).statusCode, 200)
  assert.equal((await owner.post(`${PATH}/${id}/move`, { position: 7 })).statusCode, 200)
  assert.equal((await owner.put(`${PATH}/${id}`, { hint: 'please' })).statusCode, 200)

  assert.deepEqual(await deedsOf(owner), ['update Be kind', 'create Be kind'])
  const [{ details }] = await auditOf(owner)
  assert.deepEqual([details.from.hint, details.to.hint], ['', 'please'])
})

test('a rule that is taken out of force is gone for all but the reports that name it', async () => {
  await using server = await startTestServer()
  const owner = await server.signUp('owner', { role: 'Owner' })
  const [alice, mallory] = [await server.signUp('alice'), await server.signUp('mallory')]
  const { id } = await add(owner, 'No spam')
  const report = { account_id: mallory.id, category: 'violation', rule_ids: [id] }
  const made = await alice.post('/api/v1/reports', report)
  assert.equal(made.statusCode, 200, made.body)

  const gone = await owner.delete(`${PATH}/${id}`)

  assert.deepEqual([gone.statusCode, gone.json()], [200, {}])
  assert.deepEqual(await shown(server), [])
  assert.deepEqual((await owner.get(PATH)).json(), [])
  for (const response of [
    await owner.get(`${PATH}/${id}`),
    await owner.put(`${PATH}/${id}`, { text: 'x' }),
    await owner.post(`${PATH}/${id}/move`, { position: 0 }),
    await owner.delete(`${PATH}/${id}`),
  ]) {
    assert.equal(response.statusCode, 404)
  }
  const { rule_ids } = await server.app.db
    .selectFrom('report')
    .select('rule_ids')
    .where('id', '=', made.json().id)
    .executeTakeFirstOrThrow()
  const named = await server.app.db.selectFrom('rule').select('text').where('id', '=', rule_ids[0]!)
  assert.deepEqual(await named.executeTakeFirst(), { text: 'No spam' })
})

test('S-030: a rule says something, in languages that there are', async () => {
  await using server = await startTestServer()
  const owner = await server.signUp('owner', { role: 'Owner' })

  for (const wrong of [
    {},
    { text: ' ' },
    { text: 'x'.repeat(301) },
    { text: 'ok', hint: 'x'.repeat(1001) },
    { text: 'ok', translations: { xx: { text: 'x' } } },
    { text: 'ok', translations: { de: { text: '', hint: 'alone' } } },
    { text: 'ok', translations: 'de' },
    { text: 'ok', translations: { de: 'text' } },
    { text: 'ok', position: -1 },
  ]) {
    const { statusCode, body } = await owner.post(PATH, wrong)
    assert.equal(statusCode, 422, `${JSON.stringify(wrong)}: ${body}`)
  }

  assert.deepEqual((await owner.get(PATH)).json(), [])
})
