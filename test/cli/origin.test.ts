import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Operator } from '../support/operator.ts'

test('a command uses the ORIGIN that the server stored where the shell says none', async () => {
  using operator = await Operator.started({ ORIGIN: 'https://social.example' })
  await operator.done('accounts', 'create', 'rook', '--email', 'rook@example.org')

  operator.env.ORIGIN = undefined
  await operator.done('accounts', 'create', 'crow', '--email', 'crow@example.org')

  for (const name of ['rook', 'crow']) {
    const { page } = JSON.parse(await operator.done('accounts', 'show', name, '--json'))
    assert.equal(page, `https://social.example/@${name}`)
  }
})

test('S-708 a command gives no address to a server that was never started', async () => {
  using operator = new Operator()
  operator.env.ORIGIN = undefined
  await operator.done('migrate')

  const { code, notes } = await operator.run('accounts', 'list')

  assert.equal(code, 1)
  assert.match(notes, /^rookery: The server has not been started yet, .* set ORIGIN/)
})

test('a command refuses another ORIGIN than the stored one', async () => {
  using operator = await Operator.started({ ORIGIN: 'https://social.example' })
  await operator.done('settings', 'get')

  operator.env.ORIGIN = 'https://other.example'
  const { code, notes } = await operator.run('settings', 'get')

  assert.equal(code, 78)
  assert.match(notes, /made for https:\/\/social\.example/)
})

test('S-731 with HTTPS=on, too, commands and doctor take the ORIGIN that the database has', async () => {
  using operator = await Operator.started({ ORIGIN: 'https://social.example' })
  operator.env.ORIGIN = undefined
  operator.env.HTTPS = 'on'

  for (const args of [
    ['accounts', 'list'],
    ['migrate', '--check'],
  ]) {
    const { code, notes } = await operator.run(...args)
    assert.equal(code, 0, notes)
  }
  const { out } = await operator.run('doctor')
  assert.match(out, /^ok {4}ORIGIN is not set here; checked is https:\/\/social\.example/m)
  assert.match(out, /^ok {4}The first start with HTTPS asks the authority/m)
  operator.env.HTTPS_PORT = 'none'
  const wrong = await operator.run('accounts', 'list')
  assert.equal(wrong.code, 78)
  assert.match(wrong.notes, /^rookery: HTTPS_PORT must be a number/)
})

test('S-731 doctor says that HTTPS needs an ORIGIN where no database has one', async () => {
  using operator = new Operator({ HTTPS: 'on' })
  operator.env.ORIGIN = undefined

  const { code, out } = await operator.run('doctor')

  assert.equal(code, 1)
  assert.match(out, /^fail {2}HTTPS needs an ORIGIN that begins with https/)
})
