import { setTimeout as delay } from 'node:timers/promises'
import { picture } from './media-samples.ts'
import { multipart } from './multipart.ts'

/** Something that a client asked for: it is asked for again, with the same key, until it is acknowledged. */
interface Wish {
  /** names it among all of the campaign */
  text: string
  /** whose token */
  writer: number
  withMedia: boolean
}

/** Everything that the server acknowledged, by the text of the post. */
export interface Acknowledged {
  posts: Map<string, { id: string; mediaId: string | null }>
  media: Set<string>
  favourites: Set<string>
  /** of posts whose writers asked more than once */
  repeated: number
}

/** People who write, upload and favour all the time, through the kills. */
export class Writers {
  readonly acknowledged: Acknowledged = {
    posts: new Map(),
    media: new Set(),
    favourites: new Set(),
    repeated: 0,
  }
  readonly #origin: string
  readonly #tokens: readonly string[]
  #unanswered: Wish[] = []
  #picture: Uint8Array | null = null
  #made = 0

  constructor(origin: string, tokens: readonly string[]) {
    this.#origin = origin
    this.#tokens = tokens
  }

  /**
   * Writes until the server is away: first again what it did not answer before, then new things.
   * @param loud who writes that many posts, which go to other servers; all others write for themselves
   */
  async write(
    loud: { writer: number; posts: number },
    quiet: number,
    killed: AbortSignal,
  ): Promise<void> {
    const again = this.#unanswered
    this.#unanswered = []
    const first = again.map((wish) => () => this.#wish(wish, true))
    const loudOnes = Array.from({ length: loud.posts }, () => () => this.#next(loud.writer, false))
    const others = Array.from(
      { length: quiet },
      (_, at) => () => this.#next(this.#tokens.length - 1, at % 5 === 0),
    )
    const queue = [...first, ...loudOnes, ...others]
    const work = async () => {
      while (!killed.aborted && queue.length > 0) await queue.shift()!()
    }
    await Promise.all([work(), work(), work(), work()])
    this.#unanswered.push(...again.filter((wish) => !this.#isDone(wish)))
  }

  #isDone(wish: Wish): boolean {
    return this.acknowledged.posts.has(wish.text) || this.#unanswered.includes(wish)
  }

  /** what has no answer yet */
  get open(): number {
    return this.#unanswered.length
  }

  #next(writer: number, withMedia: boolean): Promise<void> {
    this.#made += 1
    return this.#wish({ text: `number ${this.#made}`, writer, withMedia }, false)
  }

  async #wish(wish: Wish, again: boolean): Promise<void> {
    try {
      await this.#post(wish)
      if (again) this.acknowledged.repeated += 1
    } catch {
      this.#unanswered.push(wish)
      await delay(20) // the server is away, or goes
    }
  }

  async #post({ text, writer, withMedia }: Wish): Promise<void> {
    const mediaId = withMedia ? await this.#upload(writer) : null
    const body = JSON.stringify({
      status: text,
      visibility: 'public',
      media_ids: mediaId === null ? [] : [mediaId],
    })
    const json = { 'content-type': 'application/json', 'idempotency-key': text }
    const { id } = await this.#ask('/api/v1/statuses', writer, body, json)
    this.acknowledged.posts.set(text, { id, mediaId })
    if (!withMedia) return
    await this.#ask(`/api/v1/statuses/${id}/favourite`, writer, null, {})
    this.acknowledged.favourites.add(id)
  }

  async #upload(writer: number): Promise<string> {
    this.#picture ??= await picture(80, 60).png().toBuffer()
    const [body, headers] = await multipart({ file: this.#picture })
    const { id } = await this.#ask('/api/v2/media', writer, body as Buffer<ArrayBuffer>, headers)
    this.acknowledged.media.add(id)
    return id
  }

  async #ask(
    path: string,
    writer: number,
    body: string | Buffer<ArrayBuffer> | null,
    headers: Record<string, string>,
  ): Promise<{ id: string }> {
    const answer = await fetch(`${this.#origin}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.#tokens[writer]}`, ...headers },
      ...(body === null ? {} : { body }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${answer.status} ${text}`)
    return JSON.parse(text)
  }
}
