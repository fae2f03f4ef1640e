import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { saveEmoji } from '../../src/features/emojis/save-emoji.ts'
import { freePort } from '../support/free-port.ts'
import { Operator } from '../support/operator.ts'
import { BIN, environmentOf } from '../support/server-process.ts'

/** An operator whose server has a picture of its own. */
async function withPicture(): Promise<Operator> {
  const operator = await Operator.started()
  await using server = await operator.open()
  const original = { data: Buffer.from('caw'), extension: 'png' as const }
  const emoji = { shortcode: 'caw', category: null, overwrite: false }
  await saveEmoji(server.app, { ...emoji, picture: { original, still: null } })
  return operator
}

test('S-733 an old place of media that is not there ends a start and a command, and is not made', async () => {
  using operator = await Operator.started()
  const old = operator.path('misspelt/media')
  operator.env.MEDIA_STORAGE_OLD = old
  const line = new RegExp(
    `^(rookery: )?MEDIA_STORAGE_OLD ${old} is no folder: name the one [^\n]+$`,
  )

  const command = await operator.run('accounts', 'list')
  assert.equal(command.code, 78)
  assert.match(command.notes, line)
  const port = String(await freePort())
  const settings = { DATA_DIR: operator.env.DATA_DIR!, PORT: port, ORIGIN: operator.env.ORIGIN! }
  const env = { ...environmentOf(settings), MEDIA_STORAGE_OLD: old }
  const start = spawnSync(process.execPath, [BIN, 'serve'], { env, encoding: 'utf8' })
  assert.equal(start.status, 78, start.stderr)
  assert.match(start.stderr.trim().split('\n').at(-1)!, line)

  const { out } = await operator.run('doctor')
  assert.match(out, /^fail {2}MEDIA_STORAGE_OLD \S+ is no folder → Name the one/m)
  assert.doesNotMatch(out, /broke off/)
  assert.equal(existsSync(operator.path('misspelt')), false)
  mkdirSync(old, { recursive: true })
  assert.match((await operator.run('doctor')).out, /^ok {4}MEDIA_STORAGE_OLD \S+ can be written/m)
})

test('S-734 where MEDIA_STORAGE is wrong, doctor says so, and no command makes that folder', async () => {
  using operator = await withPicture()
  const right = join(operator.env.DATA_DIR!, 'media')
  assert.match((await operator.run('doctor')).out, /^ok {4}All \d files of local accounts/m)
  operator.env.MEDIA_STORAGE = operator.path('elsewhere')

  const { out } = await operator.run('doctor')
  await operator.done('accounts', 'list')
  const backup = await operator.run('backup', operator.path('a.archive'), '--media')

  assert.match(
    out,
    /^fail {2}None of the \d files that the database names is in \S+elsewhere → Set MEDIA_STORAGE as/m,
  )
  assert.match(backup.notes, /None of the \d files/)
  assert.equal(existsSync(operator.path('elsewhere')), false)

  renameSync(right, operator.path('before'))
  operator.env.MEDIA_STORAGE_OLD = operator.path('before')
  assert.match((await operator.run('doctor')).out, /^ok {4}All \d files of local accounts/m)
})
