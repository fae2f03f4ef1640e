import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import { findUserByLogin, signInRefusal } from '../../src/features/identity/sign-in.ts'
import {
  enableTwoFactor,
  secretForSetup,
} from '../../src/features/identity/two-factor/two-factor.ts'
import { createAuthenticate } from '../../src/features/oauth/authenticate.ts'
import type { Db } from '../../src/kernel/db/database.ts'
import { Operator } from '../support/operator.ts'

const create = (operator: Operator, name: string, ...options: string[]) =>
  operator.done('accounts', 'create', name, '--email', `${name}@example.org`, ...options)

test('accounts create makes an account that can sign in with the printed password', async () => {
  using operator = await Operator.started()

  const out = await create(operator, 'Rook', '--role', 'owner')

  const password = /^Password: (.+)$/m.exec(out)?.[1] ?? ''
  await using server = await operator.open()
  const user = await findUserByLogin(server.app.db, 'rook')
  assert.equal(await signInRefusal(server.app, user, password), null)
  assert.match(await operator.done('accounts', 'list'), /Rook +Rook@example\.org +Owner +active/)
})

test('accounts create says what is wrong with name, address, password and role', async () => {
  using operator = await Operator.started()
  await create(operator, 'rook', '--password', 'long enough')
  const refused = async (...args: string[]) => {
    const { code, notes } = await operator.run('accounts', 'create', ...args)
    assert.equal(code, 1)
    assert.equal(notes.split('\n').length, 1, notes)
    return notes
  }

  assert.match(await refused('ROOK', '--email', 'other@example.org'), /Username has already/)
  assert.match(await refused('crow', '--email', 'ROOK@example.org'), /E-mail address has already/)
  assert.match(await refused('a b', '--email', 'other@example.org'), /Username must contain/)
  assert.match(await refused('crow', '--email', 'nowhere'), /E-mail/)
  assert.match(
    await refused('crow', '--email', 'crow@example.org', '--password', 'short'),
    /Password is too short/,
  )
  assert.match(
    await refused('crow', '--email', 'crow@example.org', '--role', 'King'),
    /no role named King; there are: Owner, Admin, Moderator/,
  )
})

test('accounts create lets the person wait where confirmation or approval is asked for', async () => {
  using operator = await Operator.started()
  await operator.done('settings', 'set', 'registrations', 'approval')
  await operator.done('settings', 'set', 'confirm_email', 'on')

  await create(operator, 'waits')
  await create(operator, 'pending', '--confirmed')
  await create(operator, 'ready', '--confirmed', '--approved')

  const list = await operator.done('accounts', 'list')
  assert.match(list, /waits .* unconfirmed/)
  assert.match(list, /pending .* pending /)
  assert.match(list, /ready .* active/)
  assert.doesNotMatch(await operator.done('accounts', 'list', '--state', 'active'), /waits|pending/)
})

test('accounts show and list give JSON to programs', async () => {
  using operator = await Operator.started()
  await create(operator, 'rook', '--role', 'Moderator')

  const shown = JSON.parse(await operator.done('accounts', 'show', '@ROOK', '--json'))
  const listed = JSON.parse(
    await operator.done('accounts', 'list', '--role', 'moderator', '--json'),
  )

  assert.partialDeepStrictEqual(shown, { name: 'rook', role: 'Moderator', state: 'active' })
  assert.partialDeepStrictEqual(listed, { id: shown.id, username: 'rook' })
})

test('accounts modify changes role, address, password and state', async () => {
  using operator = await Operator.started()
  await operator.done('settings', 'set', 'registrations', 'approval')
  await operator.done('settings', 'set', 'confirm_email', 'on')
  await create(operator, 'rook', '--password', 'the old password')
  const show = async () => JSON.parse(await operator.done('accounts', 'show', 'rook', '--json'))

  await operator.done('accounts', 'modify', 'rook', '--confirm')
  assert.equal((await show()).state, 'pending')
  await operator.done('accounts', 'modify', 'rook', '--approve', '--role', 'Admin')
  assert.partialDeepStrictEqual(await show(), { state: 'active', role: 'Admin' })
  await operator.done('accounts', 'modify', 'rook', '--disable', '--role', 'none')
  assert.partialDeepStrictEqual(await show(), { state: 'disabled', role: 'none' })
  await operator.done('accounts', 'modify', 'rook', '--enable', '--email', 'new@example.org')
  assert.partialDeepStrictEqual(await show(), { state: 'active', 'e-mail': 'new@example.org' })

  const out = await operator.done('accounts', 'modify', 'rook', '--reset-password')
  const password = /^Password: (.+)$/m.exec(out)?.[1] ?? ''
  await using server = await operator.open()
  const user = await findUserByLogin(server.app.db, 'rook')
  assert.equal(await signInRefusal(server.app, user, password), null)
  assert.equal(await signInRefusal(server.app, user, 'the old password'), 'wrong')
})

test('accounts delete asks to be sure, and gives the name never again', async () => {
  using operator = await Operator.started()
  await create(operator, 'rook')

  const unsure = await operator.run('accounts', 'delete', 'rook')
  assert.equal(unsure.code, 2)
  await operator.done('accounts', 'delete', 'rook', '--yes')

  assert.equal((await operator.run('accounts', 'show', 'rook')).code, 1)
  const again = await operator.run('accounts', 'create', 'Rook', '--email', 'other@example.org')
  assert.equal(again.code, 1)
  assert.match(again.notes, /already been taken/)
})

test('tokens create prints a token alone on the last line, the same for the same scopes', async () => {
  using operator = await Operator.started()
  await create(operator, 'rook')

  const first = await operator.done('tokens', 'create', 'rook', '--scopes', 'read write')
  const again = await operator.done('tokens', 'create', 'rook', '--scopes', 'write read')
  const other = await operator.done('tokens', 'create', 'rook')

  assert.match(first, /^[\w-]{20,}$/)
  assert.equal(again, first)
  assert.notEqual(other, first)
  await using server = await operator.open()
  const auth = await createAuthenticate(server.app)({ token: first })
  assert.ok(typeof auth === 'object')
  assert.equal(auth.user?.username, 'rook')
  assert.deepEqual([...auth.scopes].sort(), ['read', 'write'])
})

test('tokens create refuses scopes that do not exist and gives JSON to programs', async () => {
  using operator = await Operator.started()
  await create(operator, 'rook')

  const refused = await operator.run('tokens', 'create', 'rook', '--scopes', 'read everything')
  assert.equal(refused.code, 2)
  const answer = JSON.parse(await operator.done('tokens', 'create', 'rook', '--json'))
  assert.partialDeepStrictEqual(answer, { token_type: 'Bearer', scope: 'read' })
})

test('accounts modify turns two-factor off, and roles modify demands it of a role', async () => {
  using operator = await Operator.started()
  await create(operator, 'rook', '--password', 'long enough')
  {
    await using server = await operator.open()
    const { userId } = await onlyUser(server.app.db)
    const secret = (await secretForSetup(server.app, userId, true)) ?? ''
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    assert.equal((await enableTwoFactor(server.app, userId, code))?.length, 10)
  }
  assert.match(await operator.done('accounts', 'show', 'rook'), /two-factor +on/)

  await operator.done('accounts', 'modify', 'rook', '--disable-2fa')
  assert.match(await operator.done('accounts', 'show', 'rook'), /two-factor +off/)

  await operator.done('roles', 'modify', 'admin', '--require-2fa')
  assert.match(await operator.done('roles', 'list'), /Admin +required\nModerator +optional/)
  await operator.done('roles', 'modify', 'admin', '--allow-password-only')
  assert.match(await operator.done('roles', 'list'), /Admin +optional/)
  assert.equal((await operator.run('roles', 'modify', 'admin')).code, 2)
})

async function onlyUser(db: Db): Promise<{ userId: string }> {
  const { id } = await db.selectFrom('local_user').select('id').executeTakeFirstOrThrow()
  return { userId: id }
}

test('accounts modify warns, and does what comes with the warning', async () => {
  using operator = await Operator.started()
  await create(operator, 'rook')

  assert.equal((await operator.run('accounts', 'modify', 'rook', '--action', 'silence')).code, 2)
  const refused = await operator.run('accounts', 'modify', 'rook', '--warn', 'x', '--action', 'ban')
  assert.equal(refused.code, 2)
  await operator.done('accounts', 'modify', 'rook', '--warn', 'Be kind.', '--action', 'silence')

  await using server = await operator.open()
  const { db } = server.app
  const warnings = await db.selectFrom('account_warning').select(['action', 'text']).execute()
  assert.deepEqual(warnings, [{ action: 'silence', text: 'Be kind.' }])
  const told = await db.selectFrom('notification').select('type').execute()
  assert.deepEqual(told, [{ type: 'moderation_warning' }])
  const account = await db.selectFrom('account').select('silenced_at').executeTakeFirstOrThrow()
  assert.notEqual(account.silenced_at, null)
})

test('the operator takes limits back, and hears where there is none', async () => {
  using operator = await Operator.started()
  await operator.done('accounts', 'create', 'rook', '--email', 'rook@example.org')
  const limits = [
    ['suspend', '--unsuspend'],
    ['silence', '--unsilence'],
    ['sensitive', '--unsensitive'],
  ] as const
  for (const [action, undo] of limits) {
    await operator.done('accounts', 'modify', 'rook', '--warn', 'no', '--action', action)
    await operator.done('accounts', 'modify', 'rook', undo)
    const again = await operator.run('accounts', 'modify', 'rook', undo)
    assert.equal(again.code, 1, undo)
    assert.match(again.notes, /^rookery: .*@rook.* not /)
  }

  await using server = await operator.open()
  const account = await server.app.db
    .selectFrom('account')
    .select(['suspended_at', 'silenced_at', 'sensitized_at'])
    .where('username', '=', 'rook')
    .executeTakeFirstOrThrow()
  assert.deepEqual(account, { suspended_at: null, silenced_at: null, sensitized_at: null })
  const last = await server.app.db
    .selectFrom('audit_entry')
    .select('details')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  assert.deepEqual(last.details, { changed: ['unsensitive'] })
})
