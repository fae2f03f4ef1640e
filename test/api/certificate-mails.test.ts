import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  remindOfCertificate,
  tellOfCertificate,
} from '../../src/features/identity/certificate-mails.ts'
import type { CertificateTrouble } from '../../src/features/identity/mail-queue.ts'
import { DAY } from '../../src/kernel/base/durations.ts'
import { said } from '../../src/kernel/base/translatable-text.ts'
import { startTestServer } from '../support/server.ts'

const trouble: CertificateTrouble = {
  since: Date.UTC(2026, 10, 1, 9),
  validUntil: Date.UTC(2026, 11, 1),
  isUrgent: false,
  reason: said('The authority refuses: {detail}', { detail: '<b>busy</b>' }),
  advice: [said('Do what it says, and check ACME_DIRECTORY and ACME_EMAIL')],
}

test('S-677, S-703 who looks after the machine, and nobody else, gets a mail with the reason and what to do', async () => {
  await using server = await startTestServer()
  const owner = await server.signUp('owner', { role: 'Owner' })
  await server.signUp('moderator', { role: 'Moderator' })
  await server.signUp('somebody')
  const mailOf = async (given: CertificateTrouble) => {
    const before = server.mails.length
    await server.app.transact((tx) => tellOfCertificate(tx, given))
    await server.settle()
    const [mail, ...more] = server.mails.slice(before)
    assert.deepEqual([mail?.to, more], [owner.email, []])
    return mail!
  }

  const lasting = await mailOf(trouble)
  assert.match(lasting.subject, /^The certificate of \S+ is not renewed$/)
  assert.match(lasting.text, /Since 2026-11-01 09:00 UTC, no new certificate/)
  assert.match(lasting.text, /valid until 2026-12-01 00:00 UTC/)
  assert.match(lasting.text, /The authority refuses: <b>busy<\/b>/)
  assert.match(lasting.text, /Do what it says/)
  assert.match(lasting.text, /https:\/\/\S+\/admin\/health/)
  assert.match(lasting.text, /No further mail follows/)
  assert.doesNotMatch(lasting.html, /<b>busy/)

  const urgent = await mailOf({ ...trouble, isUrgent: true })
  assert.match(urgent.subject, /^The certificate of \S+ expires soon$/)
  assert.doesNotMatch(urgent.text, /No further mail follows/)

  const none = await mailOf({ ...trouble, validUntil: null })
  assert.match(none.text, /Since 2026-11-01 09:00 UTC, no certificate/)
})

test('S-716 of files that the operator renews the staff is told once a day, however often it is said', async () => {
  await using server = await startTestServer()
  await server.signUp('owner', { role: 'Owner' })
  const mailsAfterSaying = async (times = 1) => {
    const before = server.mails.length
    const say = () =>
      server.app.transact((tx) =>
        remindOfCertificate(tx, { ...trouble, isUrgent: true, isOwn: true }),
      )
    await Promise.all(Array.from({ length: times }, say))
    await server.settle()
    return server.mails.length - before
  }

  assert.equal(await mailsAfterSaying(2), 1, 'two processes at once')
  const { text = '' } = server.mails.at(-1) ?? {}
  assert.match(text, /has not been renewed\. It is valid until 2026-12-01 00:00 UTC/)
  assert.match(text, /takes the new files by itself/)
  assert.doesNotMatch(text, /could be had|tries again/)
  assert.equal(await mailsAfterSaying(), 0)
  server.clock.now += DAY
  assert.equal(await mailsAfterSaying(), 1)
})
