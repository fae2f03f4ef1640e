import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import { readConfig } from '../../src/kernel/base/config.ts'
import { startNetwork } from '../support/network.ts'
import { startTestServer } from '../support/server.ts'
import { parseXml } from '../support/xml.ts'

const SCHEMAS = new URL('../fixtures/nodeinfo/', import.meta.url)
const REL = 'http://nodeinfo.diaspora.software/ns/schema/'

interface Links {
  links: { rel: string; href: string }[]
}

/** Problems of a document by the closed schema of its version. */
async function problemsOf(version: string, document: unknown): Promise<unknown[]> {
  const schema = await readFile(new URL(`schema-${version}.json`, SCHEMAS), 'utf8')
  const validate = new Ajv({ allErrors: true }).compile(JSON.parse(schema))
  return validate(document) ? [] : validate.errors!
}

test('a crawler that follows the links finds NodeInfo 2.0 first and 2.1, valid and used', async () => {
  await using network = await startNetwork(['home', 'away'])
  const alice = await network.signUp('alice@home')
  const bob = await network.signUp('bob@away')
  await alice.followRemote(bob)
  const status = await bob.publish('hello')
  await network.settle()
  const [seen] = await alice.home()
  await alice.publish('hello back', { in_reply_to_id: seen.id })
  await network.settle()
  const { origin } = network.server('home').app.config

  const { links } = (await (await fetch(`${origin}/.well-known/nodeinfo`)).json()) as Links

  assert.equal(seen.uri, status.uri)
  assert.deepEqual(
    links.map(({ rel }) => rel),
    [`${REL}2.0`, `${REL}2.1`],
  )
  for (const { rel, href } of links) {
    const response = await fetch(href)
    assert.equal(response.status, 200, href)
    assert.match(String(response.headers.get('content-type')), /^application\/json/)
    const document = await response.json()
    assert.deepEqual(await problemsOf(rel.replace(REL, ''), document), [], href)
    assert.partialDeepStrictEqual(document, {
      protocols: ['activitypub'],
      // of this server alone
      usage: { users: { total: 1 }, localPosts: 1 },
    })
  }
})

test('the schema takes nothing that is not in it', async () => {
  await using server = await startTestServer()
  const document = (await server.anonymous.get('/nodeinfo/2.0')).json()

  assert.deepEqual(await problemsOf('2.0', document), [])
  for (const more of [{ extra: 1 }, { software: { ...document.software, repository: 'x' } }]) {
    assert.notDeepEqual(await problemsOf('2.0', { ...document, ...more }), [])
  }
})

test('host-meta names WebFinger in XML and in JSON, for who asks and for who names it', async () => {
  await using network = await startNetwork(['home'])
  const { origin } = network.server('home').app.config
  const template = `${origin}/.well-known/webfinger?resource={uri}`
  const ask = async (path: string, accept: string) => {
    const response = await fetch(`${origin}/.well-known/${path}`, { headers: { accept } })
    assert.equal(response.status, 200, path)
    return { type: String(response.headers.get('content-type')), text: await response.text() }
  }

  for (const accept of ['*/*', 'application/xrd+xml']) {
    const { type, text } = await ask('host-meta', accept)
    assert.match(type, /^application\/xrd\+xml/)
    const { name, attributes, children } = parseXml(text)
    assert.equal(name, 'XRD')
    assert.equal(attributes.xmlns, 'http://docs.oasis-open.org/ns/xri/xrd-1.0')
    assert.deepEqual(
      children.map((link) => [link.name, link.attributes]),
      [['Link', { rel: 'lrdd', template }]],
    )
  }
  for (const [path, accept] of [
    ['host-meta', 'application/json'],
    ['host-meta.json', '*/*'],
  ] as const) {
    const { type, text } = await ask(path, accept)
    assert.match(type, /^application\/(jrd\+)?json/)
    assert.deepEqual(JSON.parse(text), { links: [{ rel: 'lrdd', template }] })
  }
})

test('WebFinger knows handles on HANDLE_DOMAIN however it and they are written', async () => {
  const { handleDomain } = readConfig({ HANDLE_DOMAIN: 'Birds.TEST' })
  await using server = await startTestServer({ handleDomain })
  await server.signUp('Rook')

  for (const handle of [
    'Rook@birds.test',
    'rook@birds.test',
    'ROOK@BIRDS.TEST',
    'rOOK@Birds.Test',
    'rook@ROOKERY.test',
  ]) {
    for (const resource of [`acct:${handle}`, `ACCT:${handle}`, handle]) {
      const response = await server.anonymous.get('/.well-known/webfinger', { resource })
      assert.equal(response.statusCode, 200, resource)
      assert.equal(response.json().subject, 'acct:Rook@birds.test', resource)
      const self = response.json().links.find(({ rel }: { rel: string }) => rel === 'self')
      assert.equal(self.href, 'https://rookery.test/users/Rook')
    }
  }
  for (const resource of ['acct:rook@other.test', 'acct:rook@birds.test.evil']) {
    const response = await server.anonymous.get('/.well-known/webfinger', { resource })
    assert.equal(response.statusCode, 404, resource)
  }
})
