import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Document } from '../../../kernel/activitypub/as2.ts'
import { multibaseOf } from '../../../kernel/activitypub/multikey.ts'
import type { ProvedDocument } from '../../../kernel/activitypub/proved-document.ts'
import { readActor } from './read-actor.ts'

const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const PEM = publicKey.export({ type: 'spki', format: 'pem' }) as string

/** Reads a document as if it had been found at its id. */
const read = (document: Document) => readActor(document as ProvedDocument)

/** An actor as other software writes it, with a real key. */
function actorOf(software: string): Document {
  const path = new URL(`../../../../test/fixtures/${software}/actor.json`, import.meta.url)
  const document = JSON.parse(readFileSync(path, 'utf8')) as Document
  return { ...document, publicKey: { ...(document.publicKey as Document), publicKeyPem: PEM } }
}

const PLAIN: Document = {
  id: 'https://away.example/users/bob',
  type: 'Person',
  preferredUsername: 'bob',
  inbox: 'https://away.example/users/bob/inbox',
}

test('actors of other software are read with name, addresses and key', () => {
  const shapes = [
    ['mastodon', 'Person', true],
    ['misskey', 'Person', true],
    ['pleroma', 'Person', true],
    ['gotosocial', 'Person', false],
    ['lemmy', 'Group', true],
    ['peertube', 'Group', true],
    ['pixelfed', 'Person', true],
    ['wordpress', 'Person', true],
    ['threads', 'Person', true],
  ] as const
  for (const [software, type, shared] of shapes) {
    const document = actorOf(software)

    const profile = read(document)

    assert.ok(profile, software)
    assert.equal(profile.uri, document.id)
    assert.equal(profile.type, type)
    assert.equal(profile.username, document.preferredUsername)
    assert.equal(profile.inboxUri, document.inbox)
    assert.equal(profile.url, document.url ?? document.id)
    assert.equal(profile.outboxUri, document.outbox)
    assert.equal(profile.followersUri, document.followers)
    assert.equal(profile.sharedInboxUri !== null, shared, software)
    assert.deepEqual(
      profile.keys.map(({ key }) => key?.algorithm),
      ['rsa'],
      software,
    )
  }
})

test('what is no actor, or cannot be reached or named, is none', () => {
  const wrong: Document[] = [
    { ...PLAIN, type: 'Note' },
    { ...PLAIN, inbox: undefined },
    { ...PLAIN, inbox: 'https://elsewhere.example/inbox' },
    { ...PLAIN, preferredUsername: undefined },
    { ...PLAIN, preferredUsername: 'two words' },
    { ...PLAIN, preferredUsername: 'a'.repeat(300) },
  ]
  assert.ok(read(PLAIN))
  for (const document of wrong) assert.equal(read(document), null, JSON.stringify(document))
})

test('addresses that another server would answer for are left out', () => {
  const elsewhere = 'https://victim.example/users/eve'
  const profile = read({
    ...PLAIN,
    url: elsewhere,
    outbox: `${elsewhere}/outbox`,
    followers: `${elsewhere}/followers`,
    following: `${elsewhere}/following`,
    featured: `${elsewhere}/featured`,
    featuredTags: `${elsewhere}/tags`,
    endpoints: { sharedInbox: 'https://victim.example/inbox' },
  })

  assert.partialDeepStrictEqual(profile, {
    url: PLAIN.id,
    outboxUri: null,
    followersUri: null,
    followingUri: null,
    featuredUri: null,
    featuredTagsUri: null,
    sharedInboxUri: null,
  })
})

test('people and mail may live on another host of the same owner', () => {
  const profile = read({
    ...PLAIN,
    url: [
      { type: 'Link', mediaType: 'application/json', href: 'https://www.away.example/bob.json' },
      { type: 'Link', mediaType: 'text/html', href: 'https://www.away.example/@bob' },
    ],
    endpoints: { sharedInbox: 'https://in.away.example/inbox' },
  })

  assert.equal(profile?.url, 'https://www.away.example/@bob')
  assert.equal(profile?.sharedInboxUri, 'https://in.away.example/inbox')
})

test('A11 nobody’s page or mail is on a host beside theirs or on their suffix, which are strangers’', () => {
  const beside = [
    ['mallory.com.vn', 'victim.com.vn'],
    ['mallory.blogspot.com', 'victim.blogspot.com'],
    ['mallory.co.uk', 'co.uk'],
    ['mallory.com.vn', 'com.vn'],
    ['mallory.blogspot.com', 'blogspot.com'],
    ['blogspot.com', 'victim.blogspot.com'],
    ['mallory.away.example', 'victim.away.example'],
    ['mallory.example', 'notmallory.example'],
  ] as const

  for (const [own, other] of beside) {
    const id = `https://${own}/users/bob`
    const actor = { ...PLAIN, id, inbox: `${id}/inbox` }
    const profile = read({
      ...actor,
      url: `https://${other}/@bob`,
      endpoints: { sharedInbox: `https://${other}/inbox` },
    })
    assert.partialDeepStrictEqual(profile, { url: id, sharedInboxUri: null }, own)
    assert.equal(read({ ...actor, inbox: `https://${other}/users/bob/inbox` }), null, own)
  }
})

test('texts are cut, cleaned and kept to one line', () => {
  const profile = read({
    ...PLAIN,
    name: `  two\nlines\u2028${'x'.repeat(5_000)}`,
    summary: `<p onclick="x()">hi</p><script>x()</script>${'y'.repeat(100_000)}`,
    attachment: [
      { type: 'PropertyValue', name: 'a\nb', value: '<img src=x onerror=x()>text' },
      ...Array.from({ length: 200 }, () => ({ type: 'PropertyValue', name: 'n', value: 'v' })),
    ],
    attributionDomains: ['News.Example', 7, 'not a host', 'news.example'],
  })

  assert.ok(profile)
  assert.match(profile.displayName, /^two lines x+$/)
  assert.ok(profile.displayName.length <= 500)
  assert.match(profile.note, /^<p>hi<\/p>y+$/)
  assert.ok(profile.note.length <= 20_000)
  assert.deepEqual(profile.fields[0], { name: 'a b', value: 'text' })
  assert.equal(profile.fields.length, 50)
  assert.deepEqual(profile.attributionDomains, ['news.example'])
})

test('keys count only where they name their owner and are on its origin', () => {
  const ed25519 = generateKeyPairSync('ed25519').publicKey
  const uri = String(PLAIN.id)
  const key = (id: string, owner: string) => ({ id, owner, publicKeyPem: PEM })
  const multikey = (controller: string) => ({
    id: `${uri}#ed`,
    type: 'Multikey',
    controller,
    publicKeyMultibase: multibaseOf(ed25519),
  })

  const own = read({
    ...PLAIN,
    publicKey: [key(`${uri}#main-key`, uri), key(`${uri}#second`, uri)],
    assertionMethod: [multikey(uri), `${uri}#named`],
  })
  const foreign = read({
    ...PLAIN,
    publicKey: [
      key(`${uri}#main-key`, 'https://away.example/users/eve'),
      key('https://victim.example/users/eve#main-key', uri),
      { id: `${uri}#broken`, owner: uri, publicKeyPem: 'no key' },
    ],
    assertionMethod: [multikey('https://victim.example/users/eve')],
  })

  assert.deepEqual(
    own?.keys.map((listed) => [listed.uri.split('#')[1], listed.key?.algorithm ?? null]),
    [
      ['main-key', 'rsa'],
      ['second', 'rsa'],
      ['ed', 'ed25519'],
      ['named', null],
    ],
  )
  assert.deepEqual(foreign?.keys, [])
})

test('the handle that an actor says it has counts if it has its name', () => {
  const said = (webfinger: unknown) => read({ ...PLAIN, webfinger })?.handle

  assert.equal(said('acct:Bob@Names.Example'), 'bob@names.example')
  assert.equal(said('@bob@names.example'), 'bob@names.example')
  for (const other of ['eve@names.example', 'bob', 'bob@', 'bob@a@b', 7, undefined]) {
    assert.equal(said(other), null, String(other))
  }
})

test('pictures are read as address, link or list, with their description', () => {
  const picture = (icon: unknown) => read({ ...PLAIN, icon })?.avatar
  const url = 'https://away.example/a.png'

  assert.deepEqual(picture({ type: 'Image', url, summary: 'me' }), { url, description: 'me' })
  assert.deepEqual(picture({ type: 'Image', url, name: 'me' }), { url, description: 'me' })
  assert.deepEqual(
    picture([
      { type: 'Image', url },
      { type: 'Image', url: `${url}?2` },
    ]),
    {
      url,
      description: '',
    },
  )
  assert.deepEqual(picture({ type: 'Image', url: { type: 'Link', href: url } })?.url, url)
  assert.deepEqual(picture(url)?.url, url)
  for (const none of [null, undefined, 'data:image/png;base64,AAAA', { type: 'Image' }, []]) {
    assert.equal(picture(none), null)
  }
})
