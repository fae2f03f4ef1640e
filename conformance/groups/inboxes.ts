import { makeKey } from '../../test/support/peer-keys.ts'
import type { Answer } from '../http/client.ts'
import { eventually } from '../walk/arrange.ts'
import {
  becomesFollower,
  deliver,
  followingAlice,
  isFollower,
  meetStranger,
  type Stranger,
  startOther,
} from '../walk/other-server.ts'
import { type Operation, row } from '../walk/row.ts'
import { pathOf, type Walk } from '../walk/walk.ts'

const LARGEST = 1 << 20

/** Inboxes for activities of other servers. */
export const inboxOperations: Operation[] = [
  row('POST', '/users/:username/inbox', async (walk) => {
    await checkRefusals(walk, inboxOf(walk, walk.alice.username))
    const stranger = await meetStranger(walk)
    if (stranger === null) return
    const follow = await followingAlice(walk, stranger)
    const nobody = { inbox: inboxOf(walk, 'nobody_at_all') }
    walk.refused('inbox of nobody', await deliver(stranger, follow, nobody), 404)
    await checkAccepted(walk, stranger, inboxOf(walk, walk.alice.username))
  }),
  row('POST', '/inbox', checkShared),
  row('POST', '/actor/inbox', checkShared),
]

function inboxOf(walk: Walk, username: string): string {
  return walk.base + pathOf(walk.row, { username })
}

async function checkShared(walk: Walk): Promise<void> {
  const inbox = walk.base + walk.row.path
  await checkRefusals(walk, inbox)
  const stranger = await meetStranger(walk)
  if (stranger !== null) await checkAccepted(walk, stranger, inbox)
}

/** Requests that a server refuses without a request to another server. */
async function checkRefusals(walk: Walk, inbox: string): Promise<void> {
  const peer = await startOther(walk)
  const stranger = { peer, actor: peer.addActor('stranger') }
  const follow = await followingAlice(walk, stranger)
  const unsigned = await deliver(stranger, follow, { inbox, signature: 'none' })
  walk.refused('S-416 unsigned', unsigned, 401)
  const garbled = { inbox, headers: { signature: 'nothing that could be one' } }
  walk.refused('S-416 malformed', await deliver(stranger, follow, garbled), 400)
  const large = { ...follow, content: 'x'.repeat(LARGEST) }
  walk.refused('too large', await deliver(stranger, large, { inbox }), 413)
}

/** A validly signed activity is accepted and has its effect; an invalidly signed one is refused. */
async function checkAccepted(walk: Walk, stranger: Stranger, inbox: string): Promise<void> {
  const { peer, actor } = stranger
  const follow = await followingAlice(walk, stranger)
  const send = (options = {}) => deliver(stranger, follow, { inbox, ...options })
  walk.refused('S-416 digest', await send({ tamperedBody: JSON.stringify({ ...follow }) }), 401)
  const other = makeKey('rsa', `${actor.uri}#main-key`)
  walk.refused('S-416 key', await send({ privateKey: other.privateKey }), 401)
  const lost = peer.addActor('lost')
  peer.remove('/users/lost')
  walk.refused('S-416 unknown key', await deliver({ peer, actor: lost }, follow, { inbox }), 401)
  const silent = await send({ keyId: 'http://127.0.0.1:9/users/silent#main-key' })
  walk.refused('S-416 key that cannot be fetched', silent, 503)
  walk.equal('nothing has come of it', await isFollower(walk, stranger), false)

  walk.status('success', await send(), 202)
  walk.claim('has its effect', await becomesFollower(walk, stranger))
  walk.status('twice', await send(), 202)
  await checkBlocked(walk, peer.host, send)
}

async function checkBlocked(walk: Walk, host: string, send: () => Promise<Answer>): Promise<void> {
  const { operator } = walk
  if (operator === null) return
  await operator('domains', 'block', host)
  walk.later(() => operator('domains', 'unblock', host))
  const refused = await eventually(send, ({ status }) => status !== 202)
  walk.refused('S-416 blocked', refused, 403)
}
