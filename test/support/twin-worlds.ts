import assert from 'node:assert/strict'
import { entityOf, idsOf } from './entities.ts'
import type { Random } from './random.ts'
import type { TestServer, TestUser } from './server.ts'

/** The same thing on both servers: ids by server. */
export type Twin = readonly [string, string]

/** Two servers on which the same happens, in the same order. Whatever is made has an id on each. */
export class TwinWorlds {
  readonly servers: readonly [TestServer, TestServer]
  readonly people: (readonly [TestUser, TestUser])[] = []
  readonly statuses: Twin[] = []
  readonly lists: { owner: number; ids: Twin }[] = []
  readonly done: string[] = []
  readonly #names: readonly [Map<string, number>, Map<string, number>] = [new Map(), new Map()]

  constructor(one: TestServer, other: TestServer) {
    this.servers = [one, other]
  }

  async signUp(name: string): Promise<void> {
    const [one, other] = this.servers
    this.people.push([await one.signUp(name), await other.signUp(name)])
  }

  /** One request on both servers, which answer alike; null if they refuse. */
  async both(
    who: number,
    method: string,
    path: (side: 0 | 1) => string,
    body: (side: 0 | 1) => Record<string, unknown> = () => ({}),
    // biome-ignore lint/suspicious/noExplicitAny: whatever was asked for
  ): Promise<[any, any] | null> {
    const [one, other] = [
      await this.people[who]![0].send(method, path(0), body(0)),
      await this.people[who]![1].send(method, path(1), body(1)),
    ]
    this.done.push(`${who} ${method} ${path(0)} ${JSON.stringify(body(0))} ${one.statusCode}`)
    assert.equal(one.statusCode, other.statusCode, `${this.story()}\n${one.body}\n${other.body}`)
    return one.statusCode < 400 ? [one.json(), other.json()] : null
  }

  add(pair: [{ id: string }, { id: string }] | null): void {
    if (pair === null) return
    const ids = [pair[0].id, pair[1].id] as const
    this.#names[0].set(ids[0], this.statuses.length)
    this.#names[1].set(ids[1], this.statuses.length)
    this.statuses.push(ids)
  }

  knows([one]: [{ id: string }, unknown]): boolean {
    return this.#names[0].has(one.id)
  }

  /** Runs what is due on both. */
  async settle(): Promise<void> {
    for (const server of this.servers) await server.settle()
  }

  /** @param ms how long nothing happens */
  async wait(ms: number): Promise<void> {
    for (const server of this.servers) server.clock.now += ms
    this.done.push(`wait ${ms}`)
    await this.settle()
  }

  /** A page, from some cursor, is the same on both. @returns the numbers of its statuses */
  async comparePage(who: number, path: Twin, query: (side: 0 | 1) => string): Promise<number[]> {
    const pages = []
    for (const side of [0, 1] as const) {
      const page = await this.people[who]![side].get(`${path[side]}?${query(side)}`)
      const ids = idsOf(entityOf(page, 'Status[]'))
      pages.push(ids.map((id) => this.#names[side].get(id)!))
    }
    const [one, other] = pages
    const asked = `${who} reads ${path[0]}?${query(0)}`
    assert.deepEqual(other, one, `${asked}: ${other} instead of ${one}\n${this.story()}`)
    this.done.push(asked)
    return one!
  }

  /** All pages of a timeline, downwards. */
  async compareAll(who: number, path: Twin, limit: number): Promise<number> {
    let seen = 0
    let last: number | undefined
    do {
      const from = last === undefined ? null : this.statuses[last]!
      const page = await this.comparePage(who, path, (side) =>
        from === null ? `limit=${limit}` : `limit=${limit}&max_id=${from[side]}`,
      )
      seen += page.length
      last = page.at(-1)
    } while (last !== undefined)
    return seen
  }

  async compareSome(random: Random, who: number): Promise<void> {
    const cursor = random.pick(['max_id', 'min_id', 'since_id', 'none'])
    const limit = 1 + random.below(20)
    const at = this.statuses.length === 0 ? null : random.pick(this.statuses)
    await this.comparePage(who, random.pick(this.timelinesOf(who)), (side) =>
      cursor === 'none' || at === null ? `limit=${limit}` : `limit=${limit}&${cursor}=${at[side]}`,
    )
  }

  timelinesOf(who: number): Twin[] {
    const own = this.lists.filter(({ owner }) => owner === who)
    const lists = own.map(({ ids }): Twin => {
      const [one, other] = ids.map((id) => `/api/v1/timelines/list/${id}`)
      return [one!, other!]
    })
    return [['/api/v1/timelines/home', '/api/v1/timelines/home'], ...lists]
  }

  /** The steps so far, with the ids of the first server. */
  story(): string {
    return this.done.join('\n')
  }
}
