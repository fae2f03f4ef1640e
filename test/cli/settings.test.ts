import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { DEFAULT_SETTINGS, settings } from '../../src/features/instance/settings.ts'
import { until } from '../support/in-time.ts'
import { picture } from '../support/media-samples.ts'
import { Operator } from '../support/operator.ts'

test('settings get lists every setting, and the value of one alone', async () => {
  using operator = await Operator.started()

  const list = await operator.done('settings', 'get')
  for (const name of Object.keys(DEFAULT_SETTINGS)) assert.match(list, new RegExp(`^${name} `, 'm'))
  assert.equal(await operator.done('settings', 'get', 'title'), 'Rookery')
  assert.deepEqual(JSON.parse(await operator.done('settings', 'get', 'languages', '--json')), [
    'en',
  ])
})

test('settings set changes a setting; registrations has a short name', async () => {
  using operator = await Operator.started()

  await operator.done('settings', 'set', 'registrations', 'open')
  await operator.done('settings', 'set', 'title', 'The Nest')

  assert.equal(await operator.done('settings', 'get', 'registrations.mode'), 'open')
  assert.equal(await operator.done('settings', 'get', 'title'), 'The Nest')
})

test('a value that makes no sense, and a name that is none, are refused and nothing changes', async () => {
  using operator = await Operator.started()

  const value = await operator.run('settings', 'set', 'registrations', 'maybe')
  assert.equal(value.code, 1)
  assert.match(value.notes, /registrations\.mode must be one of open, approval, closed/)
  for (const name of ['nope', 'keys.vapid', 'origin', 'constructor']) {
    const { code, notes } = await operator.run('settings', 'set', name, 'x')
    assert.equal(code, 1)
    assert.match(notes, /There is no setting named/)
    assert.equal((await operator.run('settings', 'get', name)).code, 1)
  }
  assert.equal(await operator.done('settings', 'get', 'registrations'), 'closed')
})

test('documents and rules are read from files', async () => {
  using operator = await Operator.started()
  writeFileSync(operator.path('policy.html'), '<p>We keep little.</p>')
  writeFileSync(operator.path('rules.txt'), 'Be kind | to everybody\n\nNo spam\n')

  await operator.done('settings', 'set', 'privacy_policy', '--file', operator.path('policy.html'))
  await operator.done('settings', 'set', 'rules', '--file', operator.path('rules.txt'))

  assert.equal(await operator.done('settings', 'get', 'privacy_policy'), '<p>We keep little.</p>')
  assert.equal(await operator.done('settings', 'get', 'rules'), 'Be kind | to everybody\nNo spam')
  const missing = await operator.run('settings', 'set', 'rules', '--file', operator.path('none'))
  assert.equal(missing.code, 1)
  assert.match(missing.notes, /cannot be read/)
})

test('a rule whose text stays keeps its id when the rules are replaced', async () => {
  using operator = await Operator.started()
  const ids = async () => {
    await using server = await operator.open()
    const rows = await server.app.db
      .selectFrom('rule')
      .select(['id', 'text', 'hint'])
      .where('deleted_at', 'is', null)
      .orderBy('priority')
      .execute()
    return rows
  }
  await operator.done('settings', 'set', 'rules', 'Be kind\nNo spam')
  const [kind, spam] = await ids()

  await operator.done('settings', 'set', 'rules', 'No spam | really\nNo noise')

  const [first, second, ...more] = await ids()
  assert.deepEqual(first, { ...spam, hint: 'really' })
  assert.equal(second!.text, 'No noise')
  assert.notEqual(second!.id, kind!.id)
  assert.deepEqual(more, [])
})

test('the banner is a picture that is stored, replaced and taken away', async () => {
  using operator = await Operator.started()
  const files: string[] = []
  const change = async (...args: string[]) => {
    await operator.done('settings', 'set', 'banner', ...args)
    await using server = await operator.open()
    await server.runner.settle()
    const { banner } = await server.app.cached.get(settings)
    const kept = []
    for (const key of files) {
      const file = await server.app.storage.open(key)
      await file?.close()
      if (file !== null) kept.push(key)
    }
    if (banner !== null) files.push(banner.key_1x, banner.key_2x)
    return { banner, kept }
  }
  writeFileSync(operator.path('banner.png'), await picture(300, 200).png().toBuffer())

  const given = ['--file', operator.path('banner.png'), '--description', 'A rook']
  const first = await change(...given)
  assert.equal(first.banner?.description, 'A rook')
  assert.ok(first.banner.blurhash.length > 5)
  const second = await change(...given)
  assert.deepEqual(second.kept, [])
  assert.deepEqual(await change(''), { banner: null, kept: [] })

  writeFileSync(operator.path('banner.txt'), 'no picture')
  const refused = await operator.run(
    'settings',
    'set',
    'banner',
    '--file',
    operator.path('banner.txt'),
  )
  assert.equal(refused.code, 1)
})

test('a server that runs on the same data notices a changed setting by itself', async () => {
  using operator = await Operator.started()
  await using server = await operator.open()
  assert.equal((await server.app.cached.get(settings)).title, 'Rookery')

  await operator.done('settings', 'set', 'title', 'The Nest')

  await until(async () => (await server.app.cached.get(settings)).title === 'The Nest')
})

test('another ORIGIN than the stored one is refused, and the line says what to do', async () => {
  using operator = await Operator.started()
  await operator.done('settings', 'get')

  operator.env.ORIGIN = 'https://elsewhere.test'
  const { code, notes } = await operator.run('settings', 'get')

  assert.equal(code, 78)
  assert.match(notes, /ORIGIN is https:\/\/elsewhere\.test, but .* https:\/\/rookery\.test/)
  assert.equal(notes.split('\n').length, 1)
})
