import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestServer, type TestServer } from '../support/server.ts'
import { PageClient } from './page-client.ts'

async function startWithAlice(): Promise<TestServer> {
  const server = await startTestServer()
  await server.signUp('alice')
  return server
}

const ask = (server: TestServer, typed: string) =>
  new PageClient(server.http).post('/@alice/follow', { server: typed })

test('the follow form leads to the server that somebody names', async () => {
  await using server = await startWithAlice()
  const target =
    'https://social.example/authorize_interaction?uri=https%3A%2F%2Frookery.test%2Fusers%2Falice'

  for (const typed of ['social.example', ' @me@Social.Example ', 'https://social.example/home?x']) {
    const { statusCode, headers, body } = await ask(server, typed)
    assert.equal(statusCode, 200, typed)
    assert.equal(headers.refresh, `0; url=${target}`)
    assert.match(body, /<a class="button primary" href="https:\/\/social\.example\/authorize_/)
  }
})

test('A50 it leads nowhere else, and not for other sites', async () => {
  await using server = await startWithAlice()
  const hostile = [
    '',
    'nonsense',
    'javascript:alert(1)',
    'a.b\r\nx: y',
    '../..',
    '"><b>.c',
    'a.b:x',
  ]

  for (const typed of hostile) {
    const { statusCode, headers, body } = await ask(server, typed)
    assert.equal(statusCode, 422, typed)
    assert.equal(headers.refresh, undefined)
    assert.match(body, /Which server is that/)
    assert.doesNotMatch(body, /<b>\.c/)
  }
  const browser = new PageClient(server.http)
  const elsewhere = await browser.send('POST', '/@alice/follow', 'server=social.example', {
    'content-type': 'application/x-www-form-urlencoded',
    'sec-fetch-site': 'cross-site',
  })
  assert.equal(elsewhere.statusCode, 403)
  assert.equal((await browser.post('/@nobody/follow', { server: 'a.example' })).statusCode, 404)
})

test('who is at home here is asked to sign in', async () => {
  await using server = await startWithAlice()

  const { statusCode, headers, body } = await ask(server, 'me@rookery.test')

  assert.equal(statusCode, 200)
  assert.equal(headers.refresh, undefined)
  assert.match(body, /href="\/auth\/sign_in\?return_to=%2F%40alice"/)
})
