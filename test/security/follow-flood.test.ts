import assert from 'node:assert/strict'
import { test } from 'node:test'
import { admitFollow } from '../../src/features/relationships/federation/follow-rate-limit.ts'
import { storedId } from '../../src/kernel/activitypub/proved-document.ts'
import { HOUR } from '../../src/kernel/base/durations.ts'
import { idAt } from '../../src/kernel/base/ids.ts'
import { followBy } from '../support/follow-activities.ts'
import { type HomeAndPeer, startHomeAndPeer } from '../support/home-and-peer.ts'

/** So many new accounts of one domain follow somebody. */
async function flood(both: HomeAndPeer, target: string, names: readonly string[]) {
  for (const name of names) {
    const actor = both.peer.addActor(name)
    await both.deliver(actor, followBy(actor, target))
  }
}

async function countsOf({ home }: HomeAndPeer): Promise<{ follows: number; requests: number }> {
  const follows = await home.app.db.selectFrom('follow').select('id').execute()
  const requests = await home.app.db.selectFrom('follow_request').select('id').execute()
  return { follows: follows.length, requests: requests.length }
}

async function domainOf({ home }: HomeAndPeer): Promise<string> {
  const { domain } = await home.app.db
    .selectFrom('account')
    .select('domain')
    .where('domain', 'is not', null)
    .executeTakeFirstOrThrow()
  return domain!
}

const named = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${prefix}${at}`)

test('A55: follower flood: beyond so many an hour for one account, new accounts have to ask', async () => {
  await using both = await startHomeAndPeer()
  await both.home.set('follows.hourly_per_account', 3)
  const carol = await both.signUp('carol')

  await flood(both, both.aliceUri, named('a', 5))
  await flood(both, carol.uri, ['b0'])
  const during = await countsOf(both)
  both.home.clock.now += HOUR
  await flood(both, both.aliceUri, ['c0'])

  assert.deepEqual(during, { follows: 4, requests: 2 })
  assert.deepEqual(await countsOf(both), { follows: 5, requests: 2 })
  const asking = (await both.alice.get('/api/v1/follow_requests')).json()
  assert.equal(asking.length, 2)
})

test('A55: follower flood: the same from one domain, for whomever; far beyond it nothing is taken', async () => {
  await using both = await startHomeAndPeer()
  await both.home.set('follows.hourly_per_domain', 1)
  const carol = await both.signUp('carol')

  await flood(both, both.aliceUri, ['a0', 'a1'])
  await flood(both, carol.uri, ['b0'])
  assert.deepEqual(await countsOf(both), { follows: 1, requests: 2 })

  await flood(both, both.aliceUri, named('c', 9))
  assert.deepEqual(await countsOf(both), { follows: 1, requests: 9 })
})

test('A55: follower flood: a limited domain gets no more; whom one has known for long follows anyway', async () => {
  await using both = await startHomeAndPeer()
  await both.home.set('follows.hourly_per_domain', 1)
  const { app } = both.home
  await flood(both, both.aliceUri, ['a0', 'a1'])
  const domain = await domainOf(both)
  await app.transact(async (tx) => {
    await tx.db
      .insertInto('domain_block')
      .values({
        id: tx.newId(),
        domain,
        severity: 'silence',
        reject_media: false,
        reject_reports: false,
        private_comment: '',
        public_comment: '',
        obfuscate: false,
        created_at: tx.now,
      })
      .execute()
    tx.emit({ type: 'settings.changed' })
  })

  await flood(both, both.aliceUri, ['a2'])

  assert.deepEqual(await countsOf(both), { follows: 1, requests: 1 })
  const limits = { perDomain: 1, perAccount: 1, silenced: true }
  const admit = (age: number) => {
    const actor = { id: idAt(app.clock() - age), uri: storedId({ uri: '' }), domain }
    return app.transact((tx) => admitFollow(tx, { actor, targetId: both.alice.id, limits }))
  }
  assert.equal(await admit(6 * 24 * HOUR), 'drop')
  assert.equal(await admit(8 * 24 * HOUR), 'take')
})
