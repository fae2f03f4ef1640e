import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { createOf, noteTo } from '../support/notes.ts'
import type { PeerActor } from '../support/peer.ts'
import { type PeerAndHome, startPeerAndHome } from '../support/peer-and-home.ts'

test('A04 the same bytes in one inbox after the other are stored once', async () => {
  await using stage = await startPeerAndHome()
  const { peer, mallory, home } = stage
  const body = greetingOf(stage, mallory)

  for (const path of ['/inbox', '/users/alice/inbox', '/actor/inbox']) {
    const answer = await peer.send(mallory, body, { inbox: stage.url(path) })
    assert.equal(answer.status, 202, answer.body)
  }
  assert.equal(await stage.queued(), 1)

  home.clock.now += 61_000
  await peer.send(mallory, body, { inbox: stage.url() })
  assert.equal(await stage.queued(), 2)
})

test('A04 a digest that was not signed keeps nothing away that others send', async () => {
  await using stage = await startPeerAndHome()
  const { peer, mallory } = stage
  const victim = peer.addActor('victim')
  const body = greetingOf(stage, victim)
  const digest = `SHA-256=${createHash('sha256').update(body).digest('base64')}`

  const poison = await peer.send(mallory, greetingOf(stage, mallory), {
    inbox: stage.url(),
    signature: 'rfc9421',
    headers: { digest },
  })
  assert.equal(poison.status, 202, poison.body)
  const answer = await peer.send(victim, body, { inbox: stage.url() })

  assert.equal(answer.status, 202, answer.body)
  assert.equal(await stage.queued(), 2)
})

/** The bytes of a post that is meant for alice. */
function greetingOf({ alice }: PeerAndHome, actor: PeerActor): string {
  const note = noteTo(actor, 'greeting', alice)
  return JSON.stringify(createOf(note))
}
