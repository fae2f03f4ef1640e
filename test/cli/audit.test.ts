import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { Operator } from '../support/operator.ts'

test('S-205: what the operator does by commands is kept too, without secrets', async () => {
  using operator = await Operator.started()
  await operator.done('accounts', 'create', 'alice', '--email', 'alice@example.org')
  await operator.done(
    'accounts',
    'modify',
    'alice',
    '--role',
    'Moderator',
    '--password',
    'a long secret',
  )
  await operator.done('roles', 'modify', 'Moderator', '--require-2fa')
  await operator.done('domains', 'block', 'evil.example', '--severity', 'silence')
  await operator.done('domains', 'block', 'evil.example', '--reject-media')
  await operator.done('domains', 'unblock', 'evil.example')
  await operator.done('domains', 'allow', 'good.example')
  await operator.done('domains', 'allow', 'good.example')
  await operator.done('domains', 'disallow', 'good.example')
  await operator.done('settings', 'set', 'registrations', 'open')
  await operator.done('settings', 'set', 'registrations', 'open')
  await operator.done('settings', 'set', 'privacy_policy', '<p>None</p>')
  const lines = operator.path('rules.txt')
  writeFileSync(lines, 'Be kind')
  await operator.done('settings', 'set', 'rules', '--file', lines)

  await using server = await operator.open()
  const entries = await server.app.db.selectFrom('audit_entry').selectAll().orderBy('id').execute()
  assert.deepEqual(
    entries.map(({ account_id, action, target_type, label }) => [
      account_id,
      `${action} ${target_type} ${label}`,
    ]),
    [
      'modify account @alice',
      'update role Moderator',
      'create domain_block evil.example',
      'update domain_block evil.example',
      'destroy domain_block evil.example',
      'create domain_allow good.example',
      'destroy domain_allow good.example',
      'update setting registrations.mode',
      'update setting privacy_policy',
      'update rule all rules',
    ].map((what) => [null, what]),
  )
  assert.deepEqual(entries[0]!.details, { changed: ['password', 'role'], role: 'Moderator' })
  assert.doesNotMatch(JSON.stringify(entries), /a long secret/)
})
