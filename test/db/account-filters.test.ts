import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AccountFilter, pageOfAccountIds } from '../../src/features/admin/accounts/filter.ts'
import { openTestDatabase } from '../support/database.ts'
import { ON_SQLITE } from '../support/database-kind.ts'
import { plansOf } from '../support/queries.ts'

const PAGE = { maxId: null, sinceId: null, minId: null, limit: 100 }

/** The index that each list must use. */
const LISTS: readonly (readonly [string, AccountFilter, RegExp])[] = [
  ['local', { origin: 'local', state: 'active' }, /account_domain_id \(domain=\? AND id>/],
  ['of a domain', { domain: 'away.example' }, /account_domain_id \(domain=\? AND id>/],
  ['remote', { origin: 'remote' }, /account_remote/],
  ['pending', { state: 'pending', origin: 'local' }, /local_user_pending/],
  ['disabled', { state: 'disabled' }, /local_user_disabled/],
  ['silenced', { state: 'silenced', origin: 'local' }, /account_silenced/],
  ['sensitized', { state: 'sensitized' }, /account_sensitized/],
  ['suspended', { state: 'suspended', origin: 'remote' }, /account_suspended/],
  ['by name', { username: 'anna', origin: 'local' }, /account_username_prefix/],
  ['by display name', { displayName: 'anna', origin: 'local' }, /account_name_prefix/],
  ['by e-mail address', { email: 'anna@' }, /local_user_email_prefix/],
  ['by address', { ip: '192.0.2.0/24' }, /sign_up_ip_digits.*session_ip_digits/s],
  ['by role', { roleIds: ['117000000000000001'] }, /local_user_role_id/],
  ['by inviter', { invitedBy: '117000000000000001' }, /invite_user_id/],
]

test('S-200: no list of the staff reads all accounts', { skip: !ON_SQLITE }, async () => {
  await using database = await openTestDatabase()
  const { db } = database

  for (const [name, filter, index] of LISTS) {
    const [read] = await plansOf(db, () => pageOfAccountIds(db, filter, PAGE))
    const plan = read!.plan.join('\n')

    assert.match(plan, index, `${name}: ${plan}`)
    assert.doesNotMatch(plan, /SCAN (account|local_user|session)\b/, `${name}: ${plan}`)
  }
})
