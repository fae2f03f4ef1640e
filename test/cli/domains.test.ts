import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { Operator } from '../support/operator.ts'
import { insertRemoteAccount } from '../support/remote-account.ts'

test('domains block, list and unblock', async () => {
  using operator = await Operator.started()

  assert.equal(
    await operator.done('domains', 'block', ' Évil.Example. ', '--public-comment', 'spam'),
    'Blocked xn--vil-9la.example.',
  )
  await operator.done('domains', 'block', 'loud.example', '--severity', 'silence')
  await operator.done('domains', 'allow', 'friend.example:8443')

  const list = await operator.done('domains', 'list')
  assert.match(list, /^xn--vil-9la\.example +suspend +spam$/m)
  assert.match(list, /^loud\.example +silence$/m)
  assert.match(list, /^friend\.example:8443 +allowed$/m)
  const { blocks, allows } = JSON.parse(await operator.done('domains', 'list', '--json'))
  assert.partialDeepStrictEqual(blocks[0], { severity: 'suspend', reject_media: false })
  assert.equal(allows[0].domain, 'friend.example:8443')

  await operator.done('domains', 'unblock', 'évil.example')
  await operator.done('domains', 'unblock', 'LOUD.example')
  await operator.done('domains', 'disallow', 'friend.example:8443')
  assert.equal(await operator.done('domains', 'list'), 'None.')
})

test('blocking again changes what is given and keeps the rest', async () => {
  using operator = await Operator.started()
  await operator.done('domains', 'block', 'evil.example', '--private-comment', 'see mail')

  const again = ['domains', 'block', 'evil.example', '--severity', 'silence', '--reject-media']
  assert.equal(await operator.done(...again), 'Changed the block of evil.example.')
  await operator.done('domains', 'block', 'evil.example')

  const { blocks } = JSON.parse(await operator.done('domains', 'list', '--json'))
  assert.equal(blocks.length, 1)
  assert.partialDeepStrictEqual(blocks[0], {
    severity: 'silence',
    reject_media: true,
    reject_reports: false,
    private_comment: 'see mail',
  })
})

test('what makes no sense is refused with one line', async () => {
  using operator = await Operator.started()
  await operator.done('domains', 'block', 'evil.example', '--reject-media')
  const wrong = [
    [['block', 'not a domain'], /not a valid domain/],
    [['block', 'https://evil.example/'], /not a valid domain/],
    [['block', '*.evil.example'], /not a valid domain/],
    [['block', 'rookery.test'], /the one of this server/],
    [['block', 'x.example', '--severity', 'mild'], /--severity is suspend, silence or noop/],
    [['block', 'a.evil.example', '--severity', 'silence'], /stricter limits on evil\.example/],
    [['unblock', 'a.evil.example'], /a\.evil\.example is not blocked/],
    [['disallow', 'evil.example'], /evil\.example is not allowed/],
  ] as const

  for (const [args, message] of wrong) {
    const { code, notes } = await operator.run('domains', ...args)
    assert.notEqual(code, 0, args.join(' '))
    assert.match(notes, message)
    assert.equal(notes.split('\n').length, 1, notes)
  }
  assert.equal((await operator.run('domains', 'block', 'a.evil.example')).code, 0)
})

test('a block hides the accounts of the domain and those below it, and unblocking shows them', async () => {
  using operator = await Operator.started()
  const hosts = {
    bob: { domain: 'evil.example', host: 'social.evil.example' },
    sub: { domain: 'a.evil.example', host: 'a.evil.example' },
    port: { domain: 'evil.example:8443', host: 'evil.example:8443' },
    alias: { domain: 'nice.example', host: 'evil.example' },
    other: { domain: 'notevil.example', host: 'notevil.example' },
  }
  await using opened = await operator.open()
  for (const [username, place] of Object.entries(hosts)) {
    await insertRemoteAccount(opened.app, { username, ...place })
  }
  const suspended = async () => {
    const rows = await opened.app.db
      .selectFrom('account')
      .select('username')
      .where('suspended_at', 'is not', null)
      .orderBy('username')
      .execute()
    return rows.map(({ username }) => username)
  }

  const { notes } = await operator.run('domains', 'block', 'evil.example')
  assert.match(notes, /^4 accounts that are known changed$/m)
  assert.deepEqual(await suspended(), ['alias', 'bob', 'port', 'sub'])

  await operator.done('domains', 'block', 'a.evil.example')
  await operator.done('domains', 'unblock', 'evil.example')
  assert.deepEqual(await suspended(), ['sub'])
  await operator.done('domains', 'unblock', 'a.evil.example')
  assert.deepEqual(await suspended(), [])
})

test('without an allow, limited federation hides a domain', async () => {
  using operator = await Operator.started({ LIMITED_FEDERATION_MODE: 'on' })
  await using opened = await operator.open()
  await insertRemoteAccount(opened.app, { username: 'bob', domain: 'friend.example' })
  const suspended = () =>
    opened.app.db.selectFrom('account').select('suspended_by_domain').executeTakeFirstOrThrow()

  await operator.done('domains', 'allow', 'friend.example')
  assert.equal((await suspended()).suspended_by_domain, false)
  await operator.done('domains', 'disallow', 'friend.example')
  assert.equal((await suspended()).suspended_by_domain, true)
  await operator.done('domains', 'allow', 'friend.example')
  assert.equal((await suspended()).suspended_by_domain, false)
})

test('domains import says what it would do, does it, and export gives it back', async () => {
  using operator = await Operator.started()
  await operator.done('domains', 'block', 'known.example', '--severity', 'silence')
  {
    await using opened = await operator.open()
    await insertRemoteAccount(opened.app, { username: 'bob', domain: 'a.evil.example' })
  }
  const header = '#domain,#severity,#reject_media,#reject_reports,#public_comment,#obfuscate'
  const file = operator.path('list.csv')
  writeFileSync(file, `${header}\nevil.example,suspend,,,spam,\nknown.example,suspend\nno domain\n`)

  const dry = await operator.run('domains', 'import', file, '--dry-run')
  assert.equal(dry.out, '1 would be blocked, 1 kept as they are, 1 lines not understood')
  assert.match(dry.notes, /^line 4: no domain: This is no domain$/m)
  assert.doesNotMatch(await operator.done('domains', 'list'), /evil/)

  const { code, out, notes } = await operator.run('domains', 'import', file)
  assert.deepEqual([code, out], [0, '1 blocked, 1 kept as they are, 1 lines not understood'])
  assert.match(notes, /^1 accounts that are known changed$/m)
  assert.equal(
    await operator.done('domains', 'export'),
    `${header}\nevil.example,suspend,false,false,spam,false\nknown.example,silence,false,false,,false`,
  )
  assert.equal((await operator.run('domains', 'import', operator.path('none.csv'))).code, 1)
})
