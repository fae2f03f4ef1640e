import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  blockDomain,
  type DomainBlockChoices,
  findDomainBlock,
  unblockDomain,
} from '../../../src/features/instance/domain-blocks.ts'
import { uploadPicture } from '../../support/media-api.ts'
import {
  accountSeen,
  act,
  assertAlike,
  befriend,
  bodyOf,
  type Crossing,
  describeBothWays,
  heard,
  relationship,
  statusSeen,
} from '../../support/two-servers.ts'

const uris = (list: { uri: string }[]) => list.map(({ uri }) => uri)

interface Block extends AsyncDisposable {
  end(): Promise<void>
}

/** Limits one server at the other, at the latest until the test is over. */
async function block(
  { from, to, pass }: Crossing,
  choices: Partial<DomainBlockChoices>,
): Promise<Block> {
  const { domain } = to.app.config
  await from.app.transact((tx) => blockDomain(tx, domain, choices))
  await pass()
  const end = async () => {
    await from.app.transact(async (tx) => {
      const found = await findDomainBlock(tx.db, domain)
      if (found !== null) await unblockDomain(tx, found.id)
    })
    await pass()
  }
  return { end, [Symbol.asyncDispose]: end }
}

describeBothWays('domain blocks across two servers', {}, (crossing) => {
  async function start() {
    const alice = await crossing.signUpFrom('alice')
    const bob = await crossing.signUpTo('bob')
    await befriend(crossing, alice, bob)
    return { alice, bob }
  }

  test('with a suspended server nothing is exchanged, until it is unblocked', async () => {
    const { alice, bob } = await start()
    const before = await bob.publish('before')
    await crossing.settle()
    const seen = await statusSeen(alice, before)
    const account = await accountSeen(alice, bob)

    await using blocked = await block(crossing, { severity: 'suspend' })

    assert.deepEqual(await alice.home(), [])
    assert.equal((await alice.get(`/api/v1/statuses/${seen.id}`)).statusCode, 404)
    assert.deepEqual((await alice.search(bob.handle)).accounts, [])
    assert.deepEqual((await alice.search(before.uri)).statuses, [])
    const own = await accountSeen(alice, alice)
    assert.deepEqual([own.followers_count, own.following_count], [0, 0])
    const [toThem, toUs] = [await bob.publish(`@${alice.handle} hello`), await alice.publish('hi')]
    await crossing.settle()
    assert.ok(!uris(await alice.home()).includes(toThem.uri))
    assert.ok(!uris(await bob.home()).includes(toUs.uri))
    assert.equal(
      (await heard(alice)).some((one) => one.startsWith('mention')),
      false,
    )

    await blocked.end()

    assert.equal((await alice.resolve(bob.handle)).id, account.id)
    assert.equal((await relationship(alice, bob)).following, false, 'follows do not come back')
    assert.equal((await statusSeen(alice, before)).id, seen.id)
    await act(alice, 'follow', bob)
    await crossing.settle()
    const after = await bob.publish('after')
    await crossing.settle()
    assert.ok(uris(await alice.home()).includes(after.uri))
    await assertAlike([bob, alice], after)
  })

  test('a suspended server learns which follows end, so both follow anew after the block', async () => {
    const { alice, bob } = await start()
    const locked = await crossing.signUpTo('locked')
    await bodyOf(locked.patch('/api/v1/accounts/update_credentials', { locked: true }))
    await act(alice, 'follow', locked)
    await crossing.settle()
    const none = { following: false, followed_by: false }

    await using blocked = await block(crossing, { severity: 'suspend' })

    assert.partialDeepStrictEqual(await relationship(bob, alice), none)
    assert.deepEqual(await bodyOf(locked.get('/api/v1/follow_requests')), [])
    await blocked.end()
    assert.partialDeepStrictEqual(await relationship(alice, bob), none)

    await befriend(crossing, bob, alice)
    const both = { following: true, followed_by: true }
    assert.partialDeepStrictEqual(await relationship(bob, alice), both)
    assert.partialDeepStrictEqual(await relationship(alice, bob), both)
    const [there, here] = [await bob.publish('there'), await alice.publish('here')]
    await crossing.settle()
    assert.ok(uris(await alice.home()).includes(there.uri))
    assert.ok(uris(await bob.home()).includes(here.uri))
  })

  test('of a silenced server followers alone see what it says', async () => {
    const { alice, bob } = await start()
    const stranger = await crossing.signUpFrom('stranger')

    await using blocked = await block(crossing, { severity: 'silence' })
    const status = await bob.publish(`hello @${alice.handle}`)
    await crossing.settle()

    assert.deepEqual(uris(await alice.home()), [status.uri])
    const all = await bodyOf(stranger.get('/api/v1/timelines/public'))
    assert.ok(!uris(all).includes(status.uri))
    assert.equal((await heard(alice)).length, 2)

    await blocked.end()
    const later = await bob.publish('hello again')
    await crossing.settle()
    const now = await bodyOf(stranger.get('/api/v1/timelines/public'))
    assert.ok(uris(now).includes(later.uri))
  })

  test('of a server whose media is rejected the words come without pictures', async () => {
    const { alice, bob } = await start()

    await using _ = await block(crossing, { severity: 'noop', reject_media: true })
    const media = await uploadPicture(bob)
    const status = await bob.publish('look', { media_ids: [media.id] })
    await crossing.settle()

    const seen = await statusSeen(alice, status)
    assert.match(seen.content, /look/)
    assert.deepEqual(seen.media_attachments, [])
  })

  test('of a server whose reports are rejected none is taken', async () => {
    const { alice, bob } = await start()
    const reports = async () => {
      const rows = await crossing.from.app.db.selectFrom('report').select('id').execute()
      return rows.length
    }
    const before = await reports()
    await using blocked = await block(crossing, { severity: 'noop', reject_reports: true })

    const { id } = await bob.resolve(alice.handle)
    await bodyOf(bob.post('/api/v1/reports', { account_id: id, forward: true }))
    await crossing.settle()

    assert.equal(await reports(), before)
    await blocked.end()
    await bodyOf(bob.post('/api/v1/reports', { account_id: id, comment: 'x', forward: true }))
    await crossing.settle()
    assert.equal(await reports(), before + 1)
  })
})
