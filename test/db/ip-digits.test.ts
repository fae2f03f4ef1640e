import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { ipDigits } from '../../src/kernel/base/ip-range.ts'
import type { Db } from '../../src/kernel/db/database.ts'
import { migrate } from '../../src/kernel/db/migrate.ts'
import { migrations } from '../../src/kernel/db/migrations/all.ts'
import { openSqlite } from '../../src/kernel/db/sqlite/open.ts'
import { insertUser } from '../support/bare-user.ts'

const ID = '117000000000000001'

/** Somebody is signed in, before addresses were kept in a form that sorts. */
async function insertSessions(db: Db): Promise<void> {
  await insertUser(db, ID, 'anna')
  const times = { created_at: 0, last_used_at: 0, expires_at: 0, authenticated_at: null }
  const session = { user_id: ID, user_agent: null, ...times }
  await db
    .insertInto('session')
    .values([
      { ...session, id: ID, token_hash: 'a', ip: '2001:db8::1' },
      { ...session, id: '117000000000000002', token_hash: 'b', ip: '192.0.2.1' },
      { ...session, id: '117000000000000003', token_hash: 'c', ip: null },
    ])
    .execute()
}

test('S-200: addresses from before are found by network, too', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rookery-migrate-'))
  try {
    await using database = await openSqlite(folder)
    const before = migrations.filter(({ name }) => name < '0015')
    await migrate(database, { migrations: before })
    await database.transaction(insertSessions)

    await migrate(database)

    const users = await database.db.selectFrom('local_user').select('sign_up_ip_digits').execute()
    const sessions = await database.db
      .selectFrom('session')
      .select('ip_digits')
      .orderBy('id')
      .execute()
    assert.deepEqual(users, [{ sign_up_ip_digits: ipDigits('192.0.2.1') }])
    assert.deepEqual(
      sessions.map((row) => row.ip_digits),
      [ipDigits('2001:db8::1'), ipDigits('192.0.2.1'), null],
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
