import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tellOfCertificate } from '../../src/features/identity/certificate-mails.ts'
import { startTestServer } from '../support/server.ts'

test('S-677 who looks after the machine, and nobody else, gets a mail with the reason, in their language', async () => {
  await using server = await startTestServer()
  const owner = await server.signUp('owner', { role: 'Owner' })
  await server.signUp('moderator', { role: 'Moderator' })
  await server.signUp('somebody')
  const reason = 'No new certificate for social.example: <b>busy</b>'

  await server.app.transact((tx) => tellOfCertificate(tx, reason + 'x'.repeat(5000)))
  await server.settle()

  const about = server.mails.filter(({ subject }) => /certificate/i.test(subject))
  assert.deepEqual(
    about.map(({ to }) => to),
    [owner.email],
  )
  assert.ok(about[0]!.text.includes(reason))
  assert.ok(about[0]!.text.length < 3000)
  assert.doesNotMatch(about[0]!.html, /<b>busy/)
})
