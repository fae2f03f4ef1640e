import assert from 'node:assert/strict'
import { test } from 'node:test'
import { saveEmoji } from '../../../src/features/emojis/save-emoji.ts'
import { processEmoji } from '../../../src/kernel/processing/profile-images.ts'
import { dataUri, png, uploadPicture } from '../../support/media-api.ts'
import type { NetworkUser } from '../../support/network.ts'
import {
  accountSeen,
  assertAlike,
  befriend,
  bodyOf,
  describeBothWays,
  statusSeen,
} from '../../support/two-servers.ts'

const PROFILE = '/api/v1/accounts/update_credentials'

/** The bytes of a file of a user's own server: other servers are never asked by a browser. */
async function download(viewer: NetworkUser, url: string): Promise<Buffer> {
  assert.equal(new URL(url).host, viewer.domain, url)
  const response = await fetch(url)
  assert.equal(response.status, 200, url)
  assert.match(String(response.headers.get('content-type')), /^image\//)
  return Buffer.from(await response.arrayBuffer())
}

describeBothWays('files across two servers', {}, (crossing) => {
  async function start() {
    const alice = await crossing.signUpFrom('alice')
    const bob = await crossing.signUpTo('bob')
    await befriend(crossing, alice, bob)
    return { alice, bob }
  }

  async function addEmoji(shortcode: string) {
    const { original } = await processEmoji(await png(32, 32))
    const picture = { original, still: null }
    await saveEmoji(crossing.from.app, { shortcode, category: null, picture, overwrite: true })
  }

  test('pictures keep their description and focus, and come through the own server', async () => {
    const { alice, bob } = await start()
    const media = await uploadPicture(alice, { description: 'A small “bird”', focus: '0.5,-0.25' })

    const status = await alice.publish('', { media_ids: [media.id], sensitive: true })
    await crossing.settle()

    const shown = await assertAlike([alice, bob], status)
    assert.equal(shown.media.length, 1)
    assert.partialDeepStrictEqual(shown.media[0], {
      type: 'image',
      description: 'A small “bird”',
      focus: { x: 0.5, y: -0.25 },
    })
    const [seen] = (await statusSeen(bob, status)).media_attachments
    const [here, there] = [await download(alice, media.url), await download(bob, seen.url)]
    assert.deepEqual(there, here)
    assert.ok((await download(bob, seen.preview_url)).length > 0)
    assert.equal(seen.remote_url, media.url)
  })

  test('an edit changes pictures and what is said of them on both', async () => {
    const { alice, bob } = await start()
    const media = await uploadPicture(alice, { description: 'before' })
    const status = await alice.publish('look', { media_ids: [media.id] })
    await crossing.settle()
    await crossing.pass(60_000)
    const second = await uploadPicture(alice, { description: 'second' })

    await bodyOf(
      alice.put(`/api/v1/statuses/${status.id}`, {
        status: 'look',
        media_ids: [media.id, second.id],
        media_attributes: [{ id: media.id, description: 'after' }],
      }),
    )
    await crossing.settle()

    const shown = await assertAlike([alice, bob], status)
    assert.deepEqual(
      shown.media.map(({ description }: { description: string }) => description),
      ['after', 'second'],
    )
  })

  test('custom emoji are shown in statuses and names, through the own server', async () => {
    const { alice, bob } = await start()
    const shortcode = `bird_${alice.username.replaceAll(/\W/g, '')}`
    await addEmoji(shortcode)

    await bodyOf(alice.patch(PROFILE, { display_name: `Alice :${shortcode}:` }))
    const status = await alice.publish(`hello :${shortcode}:`, { spoiler_text: `:${shortcode}:` })
    await crossing.pass()

    assert.deepEqual((await assertAlike([alice, bob], status)).emojis, [shortcode])
    const seen = await statusSeen(bob, status)
    const account = await accountSeen(bob, alice)
    for (const [emoji] of [seen.emojis, account.emojis]) {
      assert.equal(emoji.shortcode, shortcode)
      assert.ok((await download(bob, emoji.url)).length > 0)
    }
  })

  test('a reaction with a custom emoji shows its picture on both', async () => {
    const { alice, bob } = await start()
    const shortcode = `wave_${alice.username.replaceAll(/\W/g, '')}`
    await addEmoji(shortcode)
    const status = await bob.publish('hello')
    await crossing.settle()
    const { id } = await alice.resolve(status.uri)

    await bodyOf(alice.put(`/api/v1/pleroma/statuses/${id}/reactions/${shortcode}`))
    await crossing.settle()

    for (const viewer of [alice, bob]) {
      const [reaction, ...more] = (await statusSeen(viewer, status)).emoji_reactions
      assert.deepEqual(more, [])
      assert.equal(reaction.count, 1)
      assert.ok(reaction.name.startsWith(shortcode), reaction.name)
      assert.ok((await download(viewer, reaction.url)).length > 0)
    }
  })

  test('a profile is shown on both as it was saved, pictures through the own server', async () => {
    const { alice, bob } = await start()
    const before = await accountSeen(bob, alice)
    const saved = await bodyOf(
      alice.patch(PROFILE, {
        display_name: 'Alice & Co',
        note: 'Birds #nest https://example.org/',
        bot: true,
        locked: true,
        discoverable: true,
        fields_attributes: [
          { name: 'Site', value: 'https://example.org/' },
          { name: 'Pronouns', value: 'she' },
        ],
        avatar: dataUri('image/png', await png(40, 40)),
        header: dataUri('image/png', await png(60, 20)),
      }),
    )
    await crossing.pass()

    const after = await accountSeen(bob, alice)
    assert.equal(after.id, before.id)
    assert.partialDeepStrictEqual(after, {
      display_name: 'Alice & Co',
      bot: true,
      locked: true,
      discoverable: true,
      uri: saved.uri,
      url: saved.url,
      created_at: saved.created_at,
    })
    assert.match(after.note, /Birds .*nest/)
    assert.deepEqual(
      after.fields.map(({ name }: { name: string }) => name),
      ['Site', 'Pronouns'],
    )
    assert.match(after.fields[0].value, /href="https:\/\/example.org\/"/)
    for (const picture of ['avatar', 'header'] as const) {
      const [here, there] = [saved[picture], after[picture]]
      assert.deepEqual(await download(bob, there), await download(alice, here), picture)
    }

    await bodyOf(alice.delete('/api/v1/profile/avatar'))
    await crossing.pass()
    const without = await accountSeen(bob, alice)
    assert.notEqual(without.avatar, after.avatar)
    assert.equal(without.header, after.header)
  })
})
