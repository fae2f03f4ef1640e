import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY } from '../../src/kernel/base/durations.ts'
import { auditOf, deedsOf } from '../support/audit-log.ts'
import { entityOf } from '../support/entities.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'
import { signUpStaff } from '../support/staff.ts'

const PATH = '/api/rookery/v1/admin/terms_of_service'

const dayAt = (at: number) => new Date(at).toISOString().slice(0, 10)

async function publish(user: TestUser, body: Record<string, unknown>) {
  return entityOf(await user.post(PATH, body), 'Admin::TermsOfService')
}

/** The public terms: those in force, or those of a day. */
async function read({ anonymous }: TestServer, date = '') {
  const path = `/api/v1/instance/terms_of_service${date === '' ? '' : `/${date}`}`
  return entityOf(await anonymous.get(path), 'TermsOfService')
}

test('terms count from their day on; those before and after them are found by theirs', async () => {
  await using server = await startTestServer()
  const staff = await signUpStaff(server, 'staff', ['manageSettings'])
  const noon = Math.ceil(server.clock.now / DAY) * DAY + DAY / 2
  server.clock.now = noon
  const [today, later, latest] = [dayAt(noon), dayAt(noon + 5 * DAY), dayAt(noon + 9 * DAY)]

  const first = await publish(staff, { content: '<p>one</p>' })
  const second = await publish(staff, { content: '<p>two</p>', effective_date: later })
  await publish(staff, { content: '<p>three</p>', effective_date: latest })

  assert.deepEqual([first.effective_date, first.effective], [today, true])
  assert.deepEqual([second.effective_date, second.effective], [later, false])
  const one = {
    effective_date: today,
    effective: true,
    content: '<p>one</p>',
    succeeded_by: later,
  }
  assert.deepEqual(await read(server), one)
  assert.deepEqual(await read(server, later), {
    effective_date: later,
    effective: false,
    content: '<p>two</p>',
    succeeded_by: latest,
  })
  const page = (await server.anonymous.get('/terms-of-service')).body
  assert.match(page, new RegExp(`href="/terms-of-service/${later}"`))
  assert.match((await server.anonymous.get(`/terms-of-service/${later}`)).body, /In force from/)

  server.clock.now += 5 * DAY
  await server.settle()

  assert.partialDeepStrictEqual(await read(server), { effective_date: later, effective: true })
  assert.deepEqual(await read(server, today), one)
  const { terms_of_service } = (await staff.get('/api/rookery/v1/admin/settings')).json()
  assert.equal(terms_of_service.content, '<p>two</p>')
  for (const wrong of ['2020-01-01', 'nonsense', '2026-13-41']) {
    const { statusCode } = await server.anonymous.get(`/api/v1/instance/terms_of_service/${wrong}`)
    assert.equal(statusCode, 404, wrong)
  }
})

test('where no terms are in force yet, those to come are shown', async () => {
  await using server = await startTestServer()
  const staff = await signUpStaff(server, 'staff', ['manageSettings'])
  const [later, latest] = [2, 9].map((days) => dayAt(server.clock.now + days * DAY))
  const given = { content: '<p>two</p>', effective_date: later }
  await publish(staff, { content: '<p>three</p>', effective_date: latest })
  const second = await publish(staff, given)

  assert.equal(second.effective, false)
  const shown = { ...given, effective: false, succeeded_by: latest }
  assert.deepEqual(await read(server), shown)
  const page = await server.anonymous.get('/terms-of-service')
  assert.equal(page.statusCode, 200)
  assert.match(page.body, /In force from/)
})

test('terms to come can be taken back, those that count cannot', async () => {
  await using server = await startTestServer()
  const owner = await server.signUp('owner', { role: 'Owner' })
  const later = dayAt(server.clock.now + 3 * DAY)
  const first = await publish(owner, { content: '<p>one</p>' })
  const second = await publish(owner, { content: '<p>two</p>', effective_date: later })

  assert.equal((await owner.delete(`${PATH}/${first.id}`)).statusCode, 422)
  assert.equal((await owner.delete(`${PATH}/${second.id}`)).statusCode, 200)

  server.clock.now += 4 * DAY
  await server.settle()
  assert.partialDeepStrictEqual(await read(server), { content: '<p>one</p>', succeeded_by: null })
  assert.equal((await owner.delete(`${PATH}/${second.id}`)).statusCode, 404)
  assert.deepEqual(await deedsOf(owner), [
    `delete ${later}`,
    `publish ${later}`,
    `publish ${first.effective_date}`,
  ])
  for (const wrong of [
    {},
    { content: ' ' },
    { content: 'x', effective_date: '2020-01-01' },
    { content: 'x', effective_date: 'soon' },
    { content: 'x', effective_date: '2999-01-01' },
  ]) {
    assert.equal((await owner.post(PATH, wrong)).statusCode, 422, JSON.stringify(wrong))
  }
})

test('everybody who may use the server is written to, once, if that is asked for', async () => {
  await using server = await startTestServer()
  const owner = await server.signUp('owner', { role: 'Owner' })
  await server.signUp('alice')
  await server.signUp('unconfirmed', { confirmed: false })
  const effective_date = dayAt(server.clock.now + 30 * DAY)
  await server.settle()
  server.mails.splice(0)

  await publish(owner, { content: '<p>quiet</p>' })
  await server.settle()
  assert.equal(server.mails.length, 0)
  for (let time = 1; time <= 2; time++) {
    const terms = await publish(owner, { content: '<p>two</p>', effective_date, notify: true })
    assert.notEqual(terms.notified_at, null)
    await server.settle()
  }

  const written = server.mails.map(({ to }) => to).sort()
  assert.deepEqual(written, ['alice@example.org', 'owner@example.org'])
  const [mail] = server.mails
  assert.match(mail!.text, new RegExp(`https://rookery.test/terms-of-service/${effective_date}`))
  const [{ details }] = await auditOf(owner)
  assert.deepEqual(details, { notify: true })
})
