import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR } from '../../../src/kernel/base/durations.ts'
import type { NetworkUser } from '../../support/network.ts'
import {
  assertAlike,
  befriend,
  bodyOf,
  describeBothWays,
  heard,
  news,
  statusSeen,
  wordsOf,
} from '../../support/two-servers.ts'

const uris = (list: { uri: string }[]) => list.map(({ uri }) => uri)

/** Whether somebody can reach a status by its address. */
async function finds(user: NetworkUser, { uri }: { uri: string }): Promise<boolean> {
  return (await user.search(uri)).statuses.length > 0
}

describeBothWays('statuses across two servers', {}, (crossing) => {
  /** Somebody of the first server, with a follower on the other one who is followed too. */
  async function start() {
    const alice = await crossing.signUpFrom('alice')
    const bob = await crossing.signUpTo('bob')
    await befriend(crossing, alice, bob)
    return { alice, bob }
  }

  /** Somebody of the other server whom a user knows: whoever names a stranger waits only some seconds for them. */
  async function meetOne(user: NetworkUser, name: string): Promise<NetworkUser> {
    const other = await crossing.signUpTo(name)
    await user.resolve(other.handle)
    return other
  }

  test('what is for all comes to followers and to whom it names, the same on both', async () => {
    const { alice, bob } = await start()
    const stranger = await meetOne(alice, 'stranger')

    for (const visibility of ['public', 'unlisted']) {
      const text = `Grüße @${stranger.handle} & <all>\n\nhttps://example.org/a?b=c #Birds #Ärger`
      const status = await alice.publish(text, { visibility, language: 'de' })
      await crossing.settle()

      const shown = await assertAlike([alice, bob], status)
      assert.partialDeepStrictEqual(shown, {
        visibility,
        language: 'de',
        spoiler_text: '',
        sensitive: false,
        tags: ['arger', 'birds'],
        mentions: [stranger.uri.replace('/users/', '/@')],
      })
      assert.match(shown.content, /&lt;all&gt;/)
      assert.deepEqual(uris((await bob.home()).slice(0, 1)), [status.uri])
      assert.deepEqual((await heard(stranger)).slice(0, 1), [news('mention', alice)])
      assert.deepEqual(await stranger.home(), [])
    }
    assert.equal((await heard(stranger)).length, 2)
    assert.deepEqual((await heard(bob)).length, 1, 'the follow only')
  })

  test('who is named but cannot be found stays plain text', async () => {
    const { alice, bob } = await start()
    const nobody = `nobody@${bob.domain}`

    const status = await alice.publish(`hello @${nobody} @nobody@127.0.0.1:1 @${bob.handle}`)
    await crossing.settle()

    const { content, mentions } = await assertAlike([alice, bob], status)
    assert.deepEqual(mentions, [bob.uri.replace('/users/', '/@')])
    assert.ok(content.includes(` @${nobody} @nobody@127.0.0.1:1 `), content)
  })

  test('a content warning hides the same on both', async () => {
    const { alice, bob } = await start()

    const status = await alice.publish('the end', { spoiler_text: 'Spoiler <3', sensitive: true })
    await crossing.settle()

    const shown = await assertAlike([alice, bob], status)
    assert.partialDeepStrictEqual(shown, { spoiler_text: 'Spoiler <3', sensitive: true })
  })

  test('public timelines and tags show what all may see, and only that', async () => {
    const { alice, bob } = await start()
    const tag = `seen${alice.username}`
    const statuses = new Map<string, { uri: string }>()
    for (const visibility of ['public', 'unlisted', 'private', 'direct']) {
      statuses.set(visibility, await alice.publish(`#${tag} @${bob.handle}`, { visibility }))
    }
    await crossing.settle()

    for (const viewer of [alice, bob]) {
      const tagged = await bodyOf(viewer.get(`/api/v1/timelines/tag/${tag}`))
      assert.deepEqual(uris(tagged), [statuses.get('public')!.uri])
      const all = uris(await bodyOf(viewer.get('/api/v1/timelines/public')))
      const own = [...statuses.values()].filter(({ uri }) => all.includes(uri))
      assert.deepEqual(own, [statuses.get('public')])
    }
  })

  test('what is for followers reaches them and whom it names, and nobody else', async () => {
    const { alice, bob } = await start()
    const [named, stranger] = [await meetOne(alice, 'named'), await crossing.signUpTo('other')]

    const status = await alice.publish(`secret @${named.handle}`, { visibility: 'private' })
    await crossing.settle()

    assert.deepEqual(uris(await bob.home()), [status.uri])
    assert.deepEqual(await heard(named), [news('mention', alice)])
    for (const viewer of [bob, named]) {
      assert.equal((await assertAlike([alice, viewer], status)).visibility, 'private')
    }
    assert.equal(await finds(stranger, status), false)
  })

  test('a direct status is a conversation of those whom it names on both servers', async () => {
    const { alice, bob } = await start()
    const named = await meetOne(alice, 'named')

    const status = await alice.publish(`psst @${named.handle}`, { visibility: 'direct' })
    await crossing.settle()
    const seen = await statusSeen(named, status)
    const answer = await named.publish(`@${alice.handle} what?`, {
      visibility: 'direct',
      in_reply_to_id: seen.id,
    })
    await crossing.settle()

    assert.equal((await assertAlike([alice, named], status)).visibility, 'direct')
    assert.equal((await assertAlike([named, alice], answer)).visibility, 'direct')
    assert.deepEqual(await bob.home(), [])
    assert.equal(await finds(bob, status), false)
    for (const [viewer, other] of [
      [alice, named],
      [named, alice],
    ] as const) {
      const [conversation, ...more] = await bodyOf(viewer.get('/api/v1/conversations'))
      assert.deepEqual(more, [])
      assert.equal(conversation.last_status.uri, answer.uri)
      assert.deepEqual(
        conversation.accounts.map(({ acct }: { acct: string }) => acct),
        [other.handle],
      )
    }
  })

  test('an edit is shown everywhere, with all that was before', async () => {
    const { alice, bob } = await start()
    const carol = await meetOne(alice, 'carol')
    const status = await alice.publish('helo', { language: 'en' })
    await crossing.settle()
    await crossing.pass(HOUR)

    const edit = { status: `hello @${carol.handle} #now`, spoiler_text: 'hm', language: 'de' }
    await bodyOf(alice.put(`/api/v1/statuses/${status.id}`, edit))
    await crossing.settle()
    await crossing.pass(HOUR)
    await bodyOf(alice.put(`/api/v1/statuses/${status.id}`, { ...edit, status: 'bye' }))
    await crossing.settle()

    const shown = await assertAlike([alice, bob], status)
    assert.partialDeepStrictEqual(shown, {
      content: '<p>bye</p>',
      spoiler_text: 'hm',
      language: 'de',
      tags: [],
    })
    assert.notEqual(shown.edited_at, null)
    const histories = await Promise.all(
      [alice, bob].map(async (viewer) => {
        const { id } = await viewer.resolve(status.uri)
        const versions = await bodyOf(viewer.get(`/api/v1/statuses/${id}/history`))
        // biome-ignore lint/suspicious/noExplicitAny: entities are checked where that matters
        return versions.map(({ content, spoiler_text, created_at }: any) => {
          return { content: wordsOf(content), spoiler_text, created_at }
        })
      }),
    )
    assert.deepEqual(histories[0], histories[1])
    assert.equal(histories[0].length, 3)
    assert.equal(histories[0][0].content, '<p>helo</p>')
  })

  test('who interacted with a status hears of its edit', async () => {
    const { alice, bob } = await start()
    const status = await alice.publish('one')
    await crossing.settle()
    const { id } = await bob.resolve(status.uri)
    await bodyOf(bob.post(`/api/v1/statuses/${id}/reblog`))
    await crossing.settle()
    await crossing.pass(HOUR)

    await bodyOf(alice.put(`/api/v1/statuses/${status.id}`, { status: 'two' }))
    await crossing.settle()

    assert.equal((await heard(bob))[0], news('update', alice))
  })

  test('what is deleted is gone everywhere, and a Tombstone says so', async () => {
    const { alice, bob } = await start()
    const status = await alice.publish(`going @${bob.handle}`)
    await crossing.settle()
    const seen = await statusSeen(bob, status)
    const answer = await bob.publish('no!', { in_reply_to_id: seen.id })
    await bodyOf(bob.post(`/api/v1/statuses/${seen.id}/reblog`))
    await crossing.settle()
    assert.equal((await statusSeen(alice, status)).replies_count, 1)

    await bodyOf(alice.delete(`/api/v1/statuses/${status.id}`))
    await crossing.settle()

    for (const [viewer, id] of [
      [alice, status.id],
      [bob, seen.id],
    ] as const) {
      assert.equal((await viewer.get(`/api/v1/statuses/${id}`)).statusCode, 404)
      assert.equal(await finds(viewer, status), false)
      assert.deepEqual(uris(await viewer.home()), [answer.uri])
    }
    await assertAlike([alice, bob], answer)
    assert.ok(!(await heard(bob)).includes(news('mention', alice)))
    const headers = { accept: 'application/activity+json' }
    const gone = await fetch(status.uri, { headers })
    const tombstone = (await gone.json()) as Record<string, unknown>
    assert.equal(gone.status, 410)
    assert.deepEqual([tombstone.id, tombstone.type], [status.uri, 'Tombstone'])
  })

  test('replies go back and forth, and both show one thread', async () => {
    const { alice, bob } = await start()
    const root = await alice.publish('root')
    await crossing.settle()
    const thread = [root]
    for (const author of [bob, alice, bob, alice]) {
      const parent = await author.resolve(thread.at(-1).uri)
      thread.push(await author.publish(`answer ${thread.length}`, { in_reply_to_id: parent.id }))
      await crossing.settle()
    }

    for (const status of thread) await assertAlike([alice, bob], status)
    for (const viewer of [alice, bob]) {
      const { id } = await viewer.resolve(thread[2].uri)
      const context = await bodyOf(viewer.get(`/api/v1/statuses/${id}/context`))
      assert.deepEqual(uris(context.ancestors), uris(thread.slice(0, 2)))
      assert.deepEqual(uris(context.descendants), uris(thread.slice(3)))
      assert.equal((await statusSeen(viewer, root)).replies_count, 1)
    }
  })
})
