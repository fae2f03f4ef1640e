import { setTimeout as pause } from 'node:timers/promises'
import type { HttpsClient } from './https-client.ts'

/** ms between two posts of one writer */
const PAUSE = 20
const WRITERS = 4

/** People who post without a break, whatever becomes of the server, until they are told to stop. */
export class Load {
  /** ids of posts that the server has said to have */
  readonly acknowledged: string[] = []
  refused = 0
  /** ms: the longest time without an acknowledgement */
  longestPause = 0
  #last = performance.now()
  #runs = true
  readonly #writers: Promise<void>[]

  constructor(client: HttpsClient, origin: string, token: string) {
    this.#writers = Array.from({ length: WRITERS }, (_, writer) =>
      this.#write(client, origin, token, writer),
    )
  }

  async #write(client: HttpsClient, origin: string, token: string, writer: number): Promise<void> {
    for (let number = 1; this.#runs; number++) {
      const body = { status: `post ${number} of writer ${writer}` }
      const answer = await client.ask(`${origin}/api/v1/statuses`, token, body).catch(() => null)
      if (answer?.status === 200) this.#count((JSON.parse(answer.text) as { id: string }).id)
      else this.refused++
      await pause(PAUSE)
    }
  }

  #count(id: string): void {
    const now = performance.now()
    this.longestPause = Math.max(this.longestPause, now - this.#last)
    this.#last = now
    this.acknowledged.push(id)
  }

  async stop(): Promise<void> {
    this.#runs = false
    await Promise.all(this.#writers)
    process.stderr.write(
      `           ${this.acknowledged.length} posts acknowledged, ${this.refused} tries refused, ` +
        `nothing acknowledged for ${(this.longestPause / 1000).toFixed(1)} s\n`,
    )
  }
}
