import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blockDomain } from '../../src/features/instance/domain-blocks.ts'
import { newKey } from '../../src/kernel/storage/keys.ts'
import { type Attack, startAttack } from '../support/impostors.ts'
import { createOf, noteTo } from '../support/notes.ts'
import { ACTIVITY_JSON, type PeerActor } from '../support/peer.ts'

/** Somebody of mallory's server whose handle is on bob's. */
function addAlias({ bobs, peer }: Attack): PeerActor {
  const icon = { type: 'Image', url: peer.url('/eve.png') }
  const eve = peer.addActor('eve', { document: { icon, webfinger: `eve@${bobs.host}` } })
  const self = { rel: 'self', type: ACTIVITY_JSON, href: eve.uri }
  const found = { subject: `acct:eve@${bobs.host}`, links: [self] }
  bobs.serve('/.well-known/webfinger', found, { contentType: 'application/jrd+json' })
  return eve
}

const rejectMedia = ({ home, peer }: Attack) =>
  home.app.transact((tx) => blockDomain(tx, peer.host, { severity: 'noop', reject_media: true }))

const picture = ({ peer }: Attack, name: string) => ({
  attachment: [{ type: 'Document', mediaType: 'image/png', url: peer.url(`/${name}.png`) }],
})

const emoji = ({ peer }: Attack, name: string) => ({
  type: 'Emoji',
  name: `:${name}:`,
  icon: { type: 'Image', url: peer.url(`/emoji-${name}.png`) },
})

/** alice's view of a post of somebody's that names her. */
async function postBy(at: Attack, actor: PeerActor, name: string) {
  const content = `<p>:${name}:</p>`
  const alice = { uri: at.aliceUri, username: 'alice' }
  const note = noteTo(actor, name, alice, { content, ...picture(at, name) })
  note.tag.push(emoji(at, name))
  await at.deliver(actor, createOf(note))
  const stored = (await at.stored()).find(({ uri }) => uri === note.id)
  return (await at.alice.get(`/api/v1/statuses/${stored.id}`)).json()
}

test('A76 a server whose media are not taken sends none under a handle of another domain', async () => {
  await using at = await startAttack()
  const { alice, bobs, peer } = at
  const eve = addAlias(at)
  const before = await postBy(at, eve, 'before')
  await rejectMedia(at)
  await at.settle()

  const after = await postBy(at, eve, 'after')

  assert.equal(after.account.acct, `eve@${bobs.host}`)
  assert.deepEqual([before.media_attachments.length, after.media_attachments.length], [1, 0])
  for (const address of [before.media_attachments[0].url, after.account.avatar]) {
    const { pathname } = new URL(address)
    assert.equal((await alice.get(pathname)).statusCode, 404, pathname)
  }
  assert.equal(peer.count('/before.png') + peer.count('/eve.png'), 0)
})

test('A76 nor custom emoji, in posts, names and reactions', async () => {
  await using at = await startAttack()
  const { alice, home, mallory } = at
  const eve = addAlias(at)
  const before = await postBy(at, eve, 'before')
  const known = async () => {
    const rows = await home.app.db.selectFrom('custom_emoji').select('shortcode').execute()
    return rows.map(({ shortcode }) => shortcode)
  }
  assert.deepEqual([before.emojis.length, await known()], [1, ['before']])
  await rejectMedia(at)
  await at.settle()

  const after = await postBy(at, eve, 'after')
  const renamed = { ...eve.document, name: 'eve :named:', tag: [emoji(at, 'named')] }
  await at.deliver(eve, { id: `${eve.uri}#update`, type: 'Update', object: renamed })
  const status = await alice.publish('hello')
  const reaction = { type: 'EmojiReact', content: ':reacted:', tag: [emoji(at, 'reacted')] }
  for (const by of [eve, mallory]) {
    await at.deliver(by, { id: `${by.uri}#react`, ...reaction, object: status.uri })
  }

  assert.deepEqual([after.emojis, await known()], [[], ['before']])
})

test('A76 what is kept of such a server goes, too, where its handles are of another domain', async () => {
  await using at = await startAttack()
  const { app } = at.home
  const { account } = await postBy(at, addAlias(at), 'before')
  const key = newKey('cache', 'png')
  await app.storage.put(key, Buffer.from('a picture'))
  const times = { used_at: app.clock(), created_at: app.clock() }
  const file = { source_url: at.peer.url('/eve.png'), storage_key: key, bytes: 9, ...times }
  await app.database.transaction((db) =>
    db
      .insertInto('media_cache')
      .values({ id: `account/${account.id}/avatar`, content_type: 'image/png', ...file })
      .execute(),
  )

  await rejectMedia(at)
  await at.settle()

  assert.equal(await app.storage.open(key), null)
})
