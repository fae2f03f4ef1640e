import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resolveAccount } from '../../src/features/accounts/remote/resolve.ts'
import { resolveStatus } from '../../src/features/statuses/federation/resolve.ts'
import { aliasesOf, authors, openRedirect, redirect, startAttack } from '../support/impostors.ts'
import {
  announceOf,
  createOf,
  deleteOf,
  likeOf,
  noteBy,
  serveAt,
  undoOf,
} from '../support/notes.ts'
import type { Json } from '../support/peer.ts'

test('A57 a post whose author is an address that leads to somebody else is nobody’s', async () => {
  await using at = await startAttack()
  const { alice, bob, mallory, peer } = at
  const aliases = aliasesOf(at, 'bob', bob.document)
  const forged: string[] = []
  const isForged = async (uri: string) => {
    await at.settle()
    return (await at.stored()).some((status) => status.uri === uri)
  }

  for (const [index, [how, attributedTo]] of aliases.entries()) {
    const forms: Json[] = [attributedTo, [attributedTo], { id: attributedTo, type: 'Person' }]
    for (const [form, author] of forms.entries()) {
      const noteOf = (name: string) =>
        noteBy(mallory, `${name}-${index}-${form}`, { attributedTo: author })
      const found = serveAt(peer, noteOf('found'))
      await alice.search(found.id)
      if (await isForged(found.id)) forged.push(`${how}, ${form}, looked up`)
      const boosted = serveAt(peer, noteOf('boosted'))
      await at.deliver(mallory, announceOf(mallory, boosted.id))
      if (await isForged(boosted.id)) forged.push(`${how}, ${form}, boosted`)
      const published = noteOf('published')
      await alice.search(serveAt(peer, createOf(published)).id)
      if (await isForged(published.id)) forged.push(`${how}, ${form}, published`)
    }
  }

  assert.deepEqual(forged, [])
})

test('A57 A130 a post that names two authors is nobody’s', async () => {
  await using at = await startAttack()
  const { alice, bob, mallory, peer } = at
  const alias = redirect(peer, '/alias', bob.uri)
  const people = (...uris: string[]) => uris.map((id) => ({ id, type: 'Person' }))

  const lists: Json[] = [
    [bob.uri, alias],
    [alias, bob.uri],
    people(bob.uri, alias),
    [bob.uri, mallory.uri],
    [alias, mallory.uri],
    people(alias, mallory.uri),
  ]
  for (const [index, attributedTo] of lists.entries()) {
    const forged = serveAt(peer, noteBy(mallory, `${index}`, { attributedTo }))
    await alice.search(forged.id)
    const create = createOf({ ...forged, id: `${forged.id}-sent` })
    await at.deliver(mallory, { ...create, actor: mallory.uri })
  }

  assert.deepEqual(await authors(at), [])
  await alice.search(serveAt(peer, noteBy(mallory, 'alone', { attributedTo: [mallory.uri] })).id)
  assert.deepEqual(await authors(at), [mallory.uri])
})

test('A57 a group passes on no vote whose voter is an address that leads to somebody else', async () => {
  await using at = await startAttack('Group')
  const { alice, bob, bobs, mallory: group, peer } = at
  const post = await alice.publish('to the group')
  const passOn = (activity: Json) => announceOf(group, activity.id, { object: activity })
  const count = async () => (await alice.get(`/api/v1/statuses/${post.id}`)).json().favourites_count

  const forged: string[] = []
  for (const [how, actor] of aliasesOf(at, 'bob', bob.document)) {
    const other = await alice.publish('to the group')
    const like = { ...likeOf(bob, other.uri), id: peer.url(`/likes/${encodeURIComponent(how)}`) }
    await at.deliver(group, passOn(serveAt(peer, { ...like, actor })))
    const { favourites_count } = (await alice.get(`/api/v1/statuses/${other.id}`)).json()
    if (favourites_count > 0) forged.push(how)
  }
  assert.deepEqual(forged, [])
  const like = serveAt(bobs, { ...likeOf(bob, post.uri), id: bobs.url('/likes/1') })
  await at.deliver(group, passOn(like))
  assert.equal(await count(), 1, 'bob’s own')
  const alias = redirect(peer, '/bob', bob.uri)
  const undo = serveAt(peer, { ...undoOf(like), actor: alias, id: peer.url('/undos/1') })
  await at.deliver(group, passOn(undo))
  assert.equal(await count(), 1, 'taken back in bob’s name')
})

test('A57 a vote at an address of its voter that leads elsewhere is none', async () => {
  await using at = await startAttack('Group')
  const { alice, bob, bobs, mallory: group, peer } = at
  const post = await alice.publish('to the group')
  const serveVote = (vote: Json) => openRedirect(at, serveAt(peer, vote).id)
  const passOn = (id: string, activity: Json) =>
    announceOf(group, id, { object: { ...activity, id } })
  const count = async () => (await alice.get(`/api/v1/statuses/${post.id}`)).json().favourites_count
  const forged = { ...likeOf(bob, post.uri), id: peer.url('/likes/1') }

  await at.deliver(group, passOn(serveVote(forged), forged))
  assert.equal(await count(), 0)

  const like = serveAt(bobs, { ...likeOf(bob, post.uri), id: bobs.url('/likes/1') })
  await at.deliver(group, passOn(like.id, like))
  const undo = { ...undoOf(like), id: peer.url('/undos/1') }
  await at.deliver(group, passOn(serveVote(undo), undo))
  assert.equal(await count(), 1)
})

test('A57 what is boosted or published by reference is what stands at the id that was named', async () => {
  await using at = await startAttack()
  const { bob, bobs, mallory, peer } = at
  const note = serveAt(bobs, noteBy(bob, 'words of wisdom'))
  const own = serveAt(peer, noteBy(mallory, 'evil words'))

  for (const [how, alias] of aliasesOf(at, 'note', note)) {
    await at.deliver(mallory, announceOf(mallory, alias))
    await at.deliver(mallory, { ...createOf(noteBy(mallory, how)), object: alias })
  }
  assert.deepEqual(await authors(at), [])
  await at.deliver(mallory, announceOf(mallory, openRedirect(at, own.id)))
  assert.deepEqual(await at.stored(), [])
  await at.deliver(mallory, announceOf(mallory, note.id))
  assert.deepEqual(await authors(at), [bob.uri, mallory.uri].sort())
})

test('A57 whoever and whatever is found has the id that was named, however it is spelled', async () => {
  await using at = await startAttack()
  const { bob, bobs, home, mallory, peer } = at
  const note = serveAt(bobs, noteBy(bob, 'words of wisdom'))
  const wild = (host: string) => bobs.origin.replace('127.0.0.1', host)
  const { host } = bobs
  const spellings = (id: string): string[] => [
    id,
    `${id}/`,
    `${id}#main`,
    `${id}?`,
    `${id}?a=b`,
    `${id}%20`,
    id.replace('users', 'USERS'),
    id.replace('users', '%75sers'),
    id.replace('/users', '//users'),
    id.replace('/users', '/x/../users'),
    id.replace('http:', 'HTTP:'),
    id.replace('http:', 'https:'),
    id.replace('http://', 'http:'),
    id.replace('http://', 'http://bob@'),
    id.replace(host, `${host}\\@${peer.host}`),
    id.replace('127.0.0.1', '127.0.0.1.'),
    id.replace('127.0.0.1', '127.1'),
    id.replace('127.0.0.1', '2130706433'),
    id.replace(bobs.origin, wild('LOCALHOST')),
    id.replace(bobs.origin, wild('bücher.localhost')),
    id.replace(bobs.origin, wild('xn--bcher-kva.localhost')),
    redirect(bobs, `/here?${encodeURIComponent(id)}`, id),
    redirect(peer, `/there?${encodeURIComponent(id)}`, id),
    openRedirect(at, mallory.uri),
  ]
  const found = async <Row extends { uri: string | null }>(finding: Promise<Row | null>) =>
    (await finding.catch(() => null))?.uri ?? null

  for (const [document, resolve] of [
    [bob.document, (id: string) => found(resolveAccount(home.app, id))],
    [note, (id: string) => found(resolveStatus(home.app, id))],
  ] as const) {
    const id: string = document.id
    const { pathname } = new URL(id)
    for (const said of spellings(id)) {
      for (const path of [pathname, `${pathname}/`, '/USERS/bob', `${pathname}?a=b`]) {
        bobs.serve(path, { ...document, id: said })
      }
      for (const asked of new Set([id, said])) {
        const uri = await resolve(asked)
        assert.ok(uri === null || uri === asked, `${asked} is said to be ${said}: ${uri}`)
      }
    }
    bobs.serve(pathname, document)
    assert.equal(await resolve(id), id)
  }
})

test('A57 people may paste any address of a post or profile, which is found under its own id', async () => {
  await using at = await startAttack()
  const { alice, bob, bobs } = at
  const note = serveAt(bobs, noteBy(bob, 'words of wisdom'))
  redirect(bobs, '/@bob', bob.uri)
  bobs.serve('/@bob/1', note)

  const { accounts } = await alice.search(bobs.url('/@bob'))
  const { statuses } = await alice.search(bobs.url('/@bob/1'))

  assert.deepEqual(
    accounts.map(({ uri }: Json) => uri),
    [bob.uri],
  )
  assert.deepEqual(
    statuses.map(({ uri }: Json) => uri),
    [note.id],
  )
})

test('A57 an actor that is gone elsewhere goes here by its own word alone', async () => {
  await using at = await startAttack()
  const { alice, bob, bobs, mallory, peer } = at
  const { statuses } = await alice.search(serveAt(bobs, noteBy(bob, 'words of wisdom')).id)
  assert.equal(statuses.length, 1)

  const alias = redirect(peer, '/alias', bob.uri)
  await at.deliver(mallory, { ...deleteOf({ id: alias, attributedTo: mallory.uri }) })
  await at.deliver(mallory, {
    id: `${mallory.uri}#u`,
    type: 'Update',
    object: { id: alias, type: 'Person' },
  })

  assert.deepEqual(await authors(at), [bob.uri])
})
