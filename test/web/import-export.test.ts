import assert from 'node:assert/strict'
import { test } from 'node:test'
import { multipart } from '../support/multipart.ts'
import { PASSWORD, startTestServer } from '../support/server.ts'
import { PageClient } from './page-client.ts'

const PATH = '/settings/import_export'
/** what shows the progress: a script, or the page that loads again without one */
const MOVING = /progress\.js[\s\S]*<noscript><meta http-equiv="refresh" content="5">/

async function signedIn() {
  const server = await startTestServer()
  const alice = await server.signUp('alice')
  const browser = new PageClient(server.http)
  await browser.signIn('alice@example.org', PASSWORD)
  const upload = async (fields: Record<string, string | Uint8Array>) => {
    const page = await browser.get(PATH)
    const csrf_token = /name="csrf_token" value="([^"]+)"/.exec(page.body)![1]!
    const [body, headers] = await multipart({ csrf_token, ...fields })
    return browser.send('POST', `${PATH}/imports`, body as never, headers)
  }
  return { server, alice, browser, upload }
}

test('somebody imports a file by forms alone and is told what went wrong', async () => {
  const { server, alice, browser, upload } = await signedIn()
  await using _ = server
  await server.signUp('bob')

  const wrong = await upload({ type: 'following', file: Buffer.from('nothing') })
  assert.equal(wrong.statusCode, 422)
  assert.match(wrong.body, /The file has nothing that can be imported\./)
  assert.equal((await upload({ type: 'following' })).statusCode, 422)

  const made = await upload({
    type: 'following',
    file: Buffer.from('bob@rookery.test\n<b>bad</b>\n'),
  })
  assert.equal(made.statusCode, 302, made.body)
  const place = made.headers.location as string
  const seen = await browser.get(place)
  assert.match(seen.body, /waits for you/)
  assert.match(seen.body, /2 in all, of which 1 cannot be imported\./)
  assert.match(seen.body, /bob@rookery\.test/)
  assert.match(seen.body, /Line 2: This is no address of an account/)
  assert.doesNotMatch(seen.body, /<b>bad/)
  assert.doesNotMatch(seen.body, MOVING)

  assert.equal((await browser.submit(`${place}/confirm`, { mode: 'merge' })).statusCode, 302)
  assert.match((await browser.get(place)).body, MOVING)
  assert.match((await browser.get(PATH)).body, MOVING)
  await server.settle()
  const done = await browser.get(place)
  assert.doesNotMatch(done.body, MOVING)
  assert.match(done.body, /2 of 2 done: 1 imported, 1 failed\./)
  assert.equal((await alice.get(`/api/v1/accounts/${alice.id}/following`)).json().length, 1)
  assert.match((await browser.get(`${place}/failures.csv`)).body, /^<b>bad<\/b>,2,/m)
  assert.match((await browser.get(`${PATH}/following.csv`)).body, /^bob@rookery\.test,true/m)
  assert.equal((await browser.submit(`${place}/cancel`, {})).statusCode, 302)

  // it is nobody else's, and nobody's who is not signed in
  const bob = new PageClient(server.http)
  assert.equal((await bob.get(`${PATH}/following.csv`)).statusCode, 302)
  await bob.signIn('bob@example.org', PASSWORD)
  for (const path of [place, `${place}/failures.csv`])
    assert.equal((await bob.get(path)).statusCode, 404)
  await bob.get(PATH)
  assert.equal((await bob.submit(`${place}/cancel`, {})).statusCode, 404)
})

test('somebody asks for an archive, waits, downloads and deletes it', async () => {
  const { server, browser } = await signedIn()
  await using _ = server
  await browser.get(PATH)

  assert.equal(
    (await browser.submit(`${PATH}/archives`, {})).headers.location,
    `${PATH}?done=archive`,
  )
  const making = await browser.get(PATH)
  assert.match(making.body, MOVING)
  assert.match(making.body, /It is being made/)
  assert.equal((await browser.submit(`${PATH}/archives`, {})).statusCode, 422)
  await server.settle()

  const ready = await browser.get(PATH)
  const [, place] = /href="([^"]+\/archives\/\d+)" download>Download, /.exec(ready.body)!
  const file = await browser.get(place!)
  assert.equal(file.headers['content-type'], 'application/zip')
  assert.equal(file.rawPayload.subarray(0, 2).toString(), 'PK')
  const bob = new PageClient(server.http)
  await server.signUp('bob')
  await bob.signIn('bob@example.org', PASSWORD)
  assert.equal((await bob.get(place!)).statusCode, 404)
  await browser.get(PATH)
  assert.equal((await browser.submit(`${place}/delete`, {})).statusCode, 302)
  assert.equal((await browser.get(place!)).statusCode, 404)
})
