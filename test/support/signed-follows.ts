import type { PeerActor, SendOptions } from './peer.ts'
import type { startPeerAndHome } from './peer-and-home.ts'

export type Stage = Awaited<ReturnType<typeof startPeerAndHome>>

export const follow = (stage: Stage, actor: PeerActor, number = 1) => ({
  id: `${actor.uri}#follows/${number}`,
  type: 'Follow',
  object: stage.alice.uri,
})

/** Status of a Follow that is sent in one way or another. */
export async function send(stage: Stage, options: Partial<SendOptions> = {}): Promise<number> {
  const { peer, mallory } = stage
  const answer = await peer.send(mallory, follow(stage, mallory), {
    inbox: stage.url(),
    ...options,
  })
  return answer.status
}
