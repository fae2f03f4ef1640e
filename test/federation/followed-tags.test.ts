import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setAccount } from '../support/account-state.ts'
import { meet } from '../support/acquaintances.ts'
import { followOnPeer } from '../support/fixtures.ts'
import { startHomeAndPeer } from '../support/home-and-peer.ts'
import { createOf, noteBy } from '../support/notes.ts'

test('S-237 a hashtag brings home what people elsewhere write, unless they are silenced here', async () => {
  await using both = await startHomeAndPeer()
  const { alice, home } = both
  const bob = both.peer.addActor('bob')
  const carol = await both.signUp('carol')
  await followOnPeer(home, carol, bob)
  const bobHere = { id: await meet(home, bob) }
  await alice.post('/api/v1/tags/birds/follow')
  const tag = [{ type: 'Hashtag', href: `${bob.uri}/tags/birds`, name: '#birds' }]
  const homeOf = async (reader: typeof alice) =>
    (await reader.get('/api/v1/timelines/home')).json().map((one: { uri: string }) => one.uri)
  const write = async (name: string) => {
    const note = noteBy(bob, name, { tag })
    await both.deliver(bob, createOf(note))
    return note.id
  }

  const heard = await write('heard')
  await setAccount(home, bobHere, { silenced_at: 1 })
  const unheard = await write('unheard')

  assert.deepEqual(await homeOf(alice), [heard])
  // streams go by what is stored, which reading would leave out
  const entries = await home.app.db
    .selectFrom('home_entry')
    .select('status_id')
    .where('account_id', '=', alice.id)
    .execute()
  assert.equal(entries.length, 1)
  assert.deepEqual(await homeOf(carol), [unheard, heard])
})
