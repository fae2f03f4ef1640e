import assert from 'node:assert/strict'
import { test } from 'node:test'
import { backupMarks } from '../../src/features/instance/backup-marks.ts'
import { deedsOf } from '../support/audit-log.ts'
import { entityOf } from '../support/entities.ts'
import { png } from '../support/media-api.ts'
import { multipart } from '../support/multipart.ts'
import { startTestServer, type TestUser } from '../support/server.ts'
import { signUpStaff } from '../support/staff.ts'

const PATH = '/api/rookery/v1/admin/setup'
const SETTINGS = '/api/rookery/v1/admin/settings'

const read = async (user: TestUser) => entityOf(await user.get(PATH), 'Admin::Setup')

async function doneOf(user: TestUser): Promise<string[]> {
  const { steps } = await read(user)
  return steps
    .filter(({ done }: { done: boolean }) => done)
    .map(({ name }: { name: string }) => name)
}

test('S-603 a step of the setup is done once the server is so, and no longer when it is undone', async () => {
  await using server = await startTestServer()
  const owner = await server.signUp('owner', { role: 'Owner' })
  assert.deepEqual(await doneOf(owner), [])

  await owner.put(SETTINGS, { title: 'Birds', description: 'About birds' })
  assert.deepEqual(await doneOf(owner), ['title', 'description'])
  await owner.put(`${SETTINGS}/icon`, ...(await multipart({ file: await png(64, 64) })))
  await owner.post('/api/rookery/v1/admin/rules', { text: 'Be kind' })
  assert.deepEqual(await doneOf(owner), ['title', 'icon', 'description', 'rules'])
  await owner.put(SETTINGS, { 'registrations.mode': 'open' })
  await owner.put(SETTINGS, { 'registrations.mode': 'closed' })
  await owner.put(SETTINGS, { description: '' })
  assert.deepEqual(await doneOf(owner), ['title', 'icon', 'rules', 'registrations'])

  await server.app.transact((tx) => backupMarks.save(tx, 'made', { at: tx.now }))
  const draft = await owner.post('/api/rookery/v1/admin/announcements', { text: 'Hello' })
  assert.equal(draft.statusCode, 200, draft.body)
  assert.deepEqual(await doneOf(owner), [
    'title',
    'icon',
    'rules',
    'registrations',
    'backup',
    'announcement',
  ])
})

test('S-603 a test mail goes to who asks, and counts once a mail server took it', async () => {
  await using server = await startTestServer()
  const owner = await server.signUp('owner', { role: 'Owner' })

  const filed = entityOf(await owner.post(`${PATH}/test_mail`), 'Admin::TestMail')

  assert.deepEqual(filed, { to: owner.email, delivered: 'file', mail_host: null })
  assert.deepEqual(await doneOf(owner), [])
  Object.assign(server.app.config, { smtpUrl: 'smtp://user:secret@mail.birds.test:587' })
  const before = server.app.clock()
  const sent = entityOf(await owner.post(`${PATH}/test_mail`), 'Admin::TestMail')
  assert.deepEqual(sent, {
    to: owner.email,
    delivered: 'mail_server',
    mail_host: 'mail.birds.test:587',
  })
  assert.deepEqual(
    server.mails.map(({ to }) => to),
    [owner.email, owner.email],
  )
  const state = await read(owner)
  assert.deepEqual(await doneOf(owner), ['mail'])
  assert.equal(state.mail_host, 'mail.birds.test:587')
  assert.ok(Date.parse(state.mail_tested_at) >= before)
  Object.assign(server.app.config, { smtpUrl: 'smtp://other.test' })
  assert.deepEqual(await doneOf(owner), [], 'another mail server is another matter')
  assert.equal((await deedsOf(owner, { action: 'test_mail' })).length, 2)
})

test('S-603 what the mail server says against the test mail is told, and it does not count', async () => {
  await using server = await startTestServer()
  const owner = await server.signUp('owner', { role: 'Owner' })
  Object.assign(server.app.config, { smtpUrl: 'smtp://mail.birds.test' })
  server.app.mailer.send = async () => {
    throw new Error('The mail was not sent: 535 wrong password')
  }

  const refused = await owner.post(`${PATH}/test_mail`)

  assert.equal(refused.statusCode, 422, refused.body)
  assert.equal(refused.json().error, 'The mail was not sent: 535 wrong password')
  assert.deepEqual(await doneOf(owner), [])
  assert.deepEqual(await deedsOf(owner, { action: 'test_mail' }), [])
})

test('A99: test mails are few, whoever asks for them', async () => {
  await using server = await startTestServer({ rateLimits: true })
  const owner = await server.signUp('owner', { role: 'Owner' })

  for (let time = 1; time <= 5; time++) {
    assert.equal((await owner.post(`${PATH}/test_mail`)).statusCode, 200)
  }

  assert.equal((await owner.post(`${PATH}/test_mail`)).statusCode, 429)
  assert.equal(server.mails.length, 5)
})

test('S-603 hidden steps are hidden for all of the staff, and the log has who hid them', async () => {
  await using server = await startTestServer()
  const owner = await server.signUp('owner', { role: 'Owner' })
  const other = await signUpStaff(server, 'other', ['manageSettings'])

  for (let time = 1; time <= 2; time++) {
    const changed = await owner.put(PATH, { hidden: ['backup', 'icon', 'backup'] })
    assert.equal(changed.statusCode, 200, changed.body)
  }

  const { steps } = await read(other)
  const hidden = steps.filter((step: { hidden: boolean }) => step.hidden)
  assert.deepEqual(
    hidden.map(({ name }: { name: string }) => name),
    ['icon', 'backup'],
  )
  assert.deepEqual(await deedsOf(owner, { action: 'hide_steps' }), ['hide_steps setup'])
  assert.equal((await owner.put(PATH, { hidden: ['all'] })).statusCode, 422)
  await owner.put(PATH, { hidden: [] })
  assert.ok((await read(other)).steps.every((step: { hidden: boolean }) => !step.hidden))
})
