import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MailRefused } from '../../src/kernel/mail/mail.ts'
import { entityOf } from '../support/entities.ts'
import { insertRemoteAccount } from '../support/remote-account.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { signUpStaff } from '../support/staff.ts'

const OWN = '/api/rookery/v1/admin/accounts'
const LETTER = { subject: 'Your profile', text: 'Please look at rule 2.\nThank you!' }

/** The mail server takes no mails for a while. */
function refuse({ mails }: TestServer, words: string): Disposable {
  Object.defineProperty(mails, 'push', {
    configurable: true,
    value() {
      throw new MailRefused(words)
    },
  })
  return { [Symbol.dispose]: () => void Reflect.deleteProperty(mails, 'push') }
}

test('S-626 staff writes to a person, who can tell from whom it is and answer', async () => {
  await using server = await startTestServer()
  await server.set('contact_email', 'staff@birds.example')
  const staff = await signUpStaff(server, 'staff', ['manageUsers', 'viewAuditLog'])
  const ann = await server.signUp('ann')

  const preview = entityOf(
    await staff.post(`${OWN}/${ann.id}/mails/preview`, LETTER),
    'Admin::MailPreview',
  )
  await server.settle()
  assert.equal(server.mails.length, 0)
  entityOf(await staff.post(`${OWN}/${ann.id}/mails`, LETTER), 'Admin::Account')
  await server.settle()

  const [mail] = server.mails
  assert.partialDeepStrictEqual(mail, {
    to: ann.email,
    subject: 'Your profile',
    replyTo: 'staff@birds.example',
    text: preview.text,
  })
  assert.match(mail?.text ?? '', /The people who run .* write to you about your account @ann/)
  assert.match(mail?.text ?? '', /Please look at rule 2\.\nThank you!/)
  assert.match(mail?.html ?? '', /<div dir="auto"[^>]*>Please look at rule 2\.\nThank you!<\/div>/)
  const [kept] = entityOf(await staff.get(`${OWN}/${ann.id}/mails`), 'Admin::StaffMail[]')
  assert.partialDeepStrictEqual(kept, { ...LETTER, error: null, account: { id: staff.id } })
  assert.notEqual(kept.sent_at, null)
  const [entry] = (await staff.get('/api/rookery/v1/admin/audit_log')).json()
  assert.partialDeepStrictEqual(entry, {
    action: 'mail',
    target: { label: '@ann' },
    details: { mail_id: kept.id, subject: 'Your profile' },
  })
})

test('S-626 a mail is written to people of this server below one, with both texts', async () => {
  await using server = await startTestServer()
  const staff = await signUpStaff(server, 'staff', ['manageUsers'])
  const owner = await server.signUp('owner', { role: 'Owner' })
  const ann = await server.signUp('ann')
  const far = await insertRemoteAccount(server.app, { username: 'far', domain: 'away.example' })

  for (const [id, body, status] of [
    [owner.id, LETTER, 403],
    [far, LETTER, 403],
    [ann.id, { ...LETTER, subject: ' ' }, 422],
    [ann.id, { ...LETTER, text: 'x'.repeat(5001) }, 422],
    [ann.id, { subject: 'x' }, 400],
  ] as const) {
    assert.equal((await staff.post(`${OWN}/${id}/mails`, body)).statusCode, status)
  }
  await server.settle()
  assert.deepEqual(server.mails, [])
})

test('A104 one member of the staff cannot write to everybody: a hundred mails an hour', async () => {
  await using server = await startTestServer()
  const staff = await signUpStaff(server, 'staff', ['manageUsers'])
  const ann = await server.signUp('ann')
  const { now } = server.clock
  await server.app.transact(async (tx) => {
    const rows = Array.from({ length: 99 }, () => ({
      ...LETTER,
      id: tx.newId(),
      account_id: ann.id,
      staff_id: staff.id,
      created_at: now,
      sent_at: now,
    }))
    await tx.db.insertInto('staff_mail').values(rows).execute()
  })

  const path = `${OWN}/${ann.id}/mails`
  assert.equal((await staff.post(path, LETTER)).statusCode, 200)
  const refused = await staff.post(path, LETTER)
  assert.equal(refused.statusCode, 422)
  assert.match(refused.body, /as many mails as one person may/)
  const batch = { action: 'mail', ids: [ann.id], ...LETTER }
  const { id } = (await staff.post('/api/rookery/v1/admin/account_batches', batch)).json()
  await server.settle()
  const { failures } = (await staff.get(`/api/rookery/v1/admin/account_batches/${id}`)).json()
  assert.match(failures[0].error, /as many mails as one person may/)

  server.clock.now += 3_600_001
  assert.equal((await staff.post(path, LETTER)).statusCode, 200)
})

test('S-626 a mail that the mail server refuses is shown at the account until one is taken', async () => {
  await using server = await startTestServer()
  const staff = await signUpStaff(server, 'staff', ['manageUsers'])
  const ann = await server.signUp('ann')
  const delivery = async () =>
    entityOf(await staff.get(`${OWN}/${ann.id}/mail_delivery`), 'Admin::MailDelivery')
  assert.deepEqual(await delivery(), { failed_at: null, error: null })

  {
    using _ = refuse(server, 'The mail was not sent: 550 no such user')
    assert.equal((await staff.post(`${OWN}/${ann.id}/mails`, LETTER)).statusCode, 200)
    await server.settle()
  }

  const failed = await delivery()
  assert.match(failed.error, /no such user/)
  assert.notEqual(failed.failed_at, null)
  const [kept] = (await staff.get(`${OWN}/${ann.id}/mails`)).json()
  assert.deepEqual([kept.sent_at, kept.error], [null, 'The mail was not sent: 550 no such user'])

  assert.equal((await staff.post(`${OWN}/${ann.id}/mails`, LETTER)).statusCode, 200)
  await server.settle()
  assert.deepEqual(await delivery(), { failed_at: null, error: null })
})
