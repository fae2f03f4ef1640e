import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { startGifSite } from '../support/gif-provider.ts'
import { startTestServer } from '../support/server.ts'

const PATH = '/api/rookery/v1/gifs'
const MIB = 1024 ** 2

async function start(egressAllow = ['127.0.0.0/8']) {
  const stack = new AsyncDisposableStack()
  const site = stack.use(await startGifSite())
  const gifs = { provider: 'klipy' as const, url: site.url, key: 'secret' }
  const server = stack.use(await startTestServer({ gifs, egressAllow }))
  const alice = await server.signUp('alice')
  const [first] = (await alice.get(PATH, { q: 'rook' })).json()
  return { site, server, alice, first, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

/** Bytes without end, as long as somebody reads. */
function sendForEver(response: ServerResponse, type: string): void {
  response.writeHead(200, { 'content-type': type })
  const chunk = Buffer.alloc(MIB, ' ')
  const write = () => {
    while (!response.destroyed && response.write(chunk));
  }
  response.on('drain', write)
  write()
}

test('A100 a provider that answers without end is heard no further than a bound', async () => {
  await using stage = await start()
  const { site, server, alice, first } = stage
  site.answer = (path, response) => {
    sendForEver(response, path.startsWith('/files/') ? 'image/gif' : 'application/json')
    return true
  }

  assert.equal((await alice.get(PATH, { q: 'endless' })).statusCode, 503)
  const preview = await server.anonymous.get(new URL(first.preview_url).pathname)
  assert.ok([404, 503].includes(preview.statusCode), String(preview.statusCode))
  site.answer = (path, response) => {
    if (!path.startsWith('/files/')) return false
    sendForEver(response, 'image/gif')
    return true
  }
  assert.equal((await alice.post(`${PATH}/rook1`)).statusCode, 503)
  const uploads = await server.app.db.selectFrom('media_attachment').select('id').execute()
  assert.deepEqual(uploads, [])
})

test('A100 files on other hosts, and what is not a picture of theirs, are left out', async () => {
  await using stage = await start()
  const { site, alice } = stage
  const { port } = new URL(site.url)
  const elsewhere = ['http://localhost:3000/x.gif', `http://127.0.0.2:${port}/files/x.gif`]
  const wrong = [...elsewhere, 'https://giphy.example/x.gif', 'file:///etc/passwd', 'x', '//']
  site.offered = [
    ...wrong.map((file, at) => ({ id: `file${at}`, description: '', file })),
    ...wrong.map((preview, at) => ({ id: `preview${at}`, description: '', preview })),
    { id: '../../v1/me', description: '' },
    { id: 'good', description: 'x'.repeat(5000) },
  ]
  const asked = site.asked.length

  const found = (await alice.get(PATH, { q: 'other' })).json()

  assert.deepEqual(
    found.map(({ id, description }: { id: string; description: string }) => [
      id,
      description.length,
    ]),
    [['good', 1000]],
  )
  for (const at of wrong.keys()) {
    assert.equal((await alice.post(`${PATH}/file${at}`)).statusCode, 404)
  }
  assert.ok(!site.asked.slice(asked).some((path) => path.startsWith('/files/')))
})

test('A100 no redirect of the provider is followed, and no answer in another form harms', async () => {
  await using stage = await start()
  const { site, server, alice, first } = stage
  const inside: string[] = []
  const redirect = (path: string, response: ServerResponse) => {
    if (path === '/inside') inside.push(path)
    response.writeHead(302, { location: `${site.url}/inside` }).end()
    return true
  }
  site.answer = redirect

  assert.equal((await alice.get(PATH, { q: 'away' })).statusCode, 503)
  const preview = await server.anonymous.get(new URL(first.preview_url).pathname)
  assert.ok([404, 503].includes(preview.statusCode), String(preview.statusCode))
  site.answer = (path, response) => path.startsWith('/files/') && redirect(path, response)
  assert.equal((await alice.post(`${PATH}/rook1`)).statusCode, 503)
  assert.deepEqual(inside, [])

  const strange = ['null', '[]', '7', '{"results":7}', '{"results":[null,7,{"id":{}}]}', '{', '']
  for (const [at, text] of strange.entries()) {
    site.answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(text)
      return true
    }
    const { statusCode, body } = await alice.get(PATH, { q: `strange ${at}` })
    assert.ok(statusCode === 503 || body === '[]', `${text}: ${statusCode} ${body}`)
  }
})

test('A100 only previews that this server signed are fetched, and nothing inside is', async () => {
  await using stage = await start()
  const { site, server, first } = stage
  const path = new URL(first.preview_url).pathname
  const [name = '', proof = ''] = path.slice('/proxy/gifs/'.length).split('.')
  const other = Buffer.from(`${site.url}/inside`).toString('base64url')
  const made = [other, `${other}.`, `${other}.${proof}`, `${name}.${proof}x`, `${name}`, '.', 'x.y']
  const before = site.asked.length

  for (const one of made) {
    assert.equal((await server.anonymous.get(`/proxy/gifs/${one}`)).statusCode, 404, one)
  }
  assert.equal(site.asked.length, before)
  assert.equal((await server.anonymous.get(path)).statusCode, 200)
  // the provider of a server whose operator allowed nothing inside
  await using closed = await startTestServer({
    gifs: { provider: 'klipy', url: site.url, key: 'secret' },
  })
  const bob = await closed.signUp('bob')
  assert.equal((await bob.get(PATH, { q: 'rook' })).statusCode, 503)
})
