import assert from 'node:assert/strict'
import type { Config } from '../../src/kernel/base/config.ts'
import { freePort } from './free-port.ts'
import { waitForOthers } from './patience.ts'
import { startTestServer, type TestServer, TestUser } from './server.ts'

/** rounds of `settle`, each of which lets every server answer what the others sent */
const MOST_ROUNDS = 60

/** A user of one of the servers, with what federation tests ask most. */
export class NetworkUser extends TestUser {
  readonly server: TestServer
  readonly domain: string
  /** federation id */
  readonly uri: string

  constructor(user: TestUser, server: TestServer) {
    super(server.http, user.token!, user)
    this.server = server
    this.domain = server.app.config.domain
    this.uri = `${server.app.config.origin}/users/${user.username}`
  }

  /** `name@host:port` */
  get handle(): string {
    return `${this.username}@${this.domain}`
  }

  /** The account or status of a handle or address, as this user's server knows it. */
  // biome-ignore lint/suspicious/noExplicitAny: entities are checked where that matters
  async resolve(text: string): Promise<any> {
    const found = await this.search(text)
    const [entity] = [...found.accounts, ...found.statuses]
    assert.ok(entity, `${text} was not found`)
    return entity
  }

  // biome-ignore lint/suspicious/noExplicitAny: entities are checked where that matters
  async search(text: string): Promise<any> {
    const response = await this.get('/api/v2/search', { q: text, resolve: true })
    assert.equal(response.statusCode, 200, response.body)
    return response.json()
  }

  /** Follows somebody on any server. @returns the Relationship */
  // biome-ignore lint/suspicious/noExplicitAny: entities are checked where that matters
  async followRemote(other: NetworkUser): Promise<any> {
    const account = await this.resolve(other.handle)
    const response = await this.post(`/api/v1/accounts/${account.id}/follow`)
    assert.equal(response.statusCode, 200, response.body)
    return response.json()
  }

  // biome-ignore lint/suspicious/noExplicitAny: entities are checked where that matters
  async notifications(): Promise<any[]> {
    return this.#list('/api/v1/notifications')
  }

  // biome-ignore lint/suspicious/noExplicitAny: entities are checked where that matters
  async home(): Promise<any[]> {
    return this.#list('/api/v1/timelines/home')
  }

  async #list(path: string) {
    const response = await this.get(path)
    assert.equal(response.statusCode, 200, response.body)
    return response.json()
  }
}

export interface Network<Name extends string> extends AsyncDisposable {
  server(name: Name): TestServer
  /** @param handle `alice@home`, where home is the server's name here */
  signUp(handle: `${string}@${Name}`): Promise<NetworkUser>
  /** runs jobs and deliveries of all servers until none is due anywhere */
  settle(): Promise<void>
}

/**
 * Whole servers with databases of their own that reach each other over real sockets on loopback. They wait long for
 * each other and for others.
 */
export async function startNetwork<Name extends string>(
  names: readonly Name[],
  overrides: { [name in Name]?: Partial<Config> } = {},
): Promise<Network<Name>> {
  const open = new AsyncDisposableStack()
  const servers = new Map<Name, TestServer>()
  for (const name of names) {
    const port = await freePort()
    const domain = `127.0.0.1:${port}`
    const place = { origin: `http://${domain}`, domain, handleDomain: domain }
    const config = { ...place, egressAllow: ['127.0.0.0/8'], ...overrides[name] }
    const server = open.use(await startTestServer(config))
    waitForOthers(server.app)
    await server.http.listen({ host: '127.0.0.1', port })
    servers.set(name, server)
  }
  const get = (name: Name) => servers.get(name)!
  return {
    server: get,
    async signUp(handle) {
      const [username, name] = handle.split('@') as [string, Name]
      return new NetworkUser(await get(name).signUp(username), get(name))
    },
    settle: () => settleAll([...servers.values()]),
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

async function settleAll(servers: readonly TestServer[]): Promise<void> {
  let due: string[] = []
  for (let round = 0; round < MOST_ROUNDS; round++) {
    for (const server of servers) await server.settle()
    due = (await Promise.all(servers.map(dueOf))).flat()
    if (due.length === 0) return
  }
  throw new Error(`the servers keep each other busy:\n${due.join('\n')}`)
}

/** The jobs and deliveries of a server that are due, in words. */
async function dueOf({ app }: TestServer): Promise<string[]> {
  const now = app.clock()
  const jobs = await app.db
    .selectFrom('job')
    .selectAll()
    .where('parked_at', 'is', null)
    .where('run_at', '<=', now)
    .execute()
  const deliveries = await app.db
    .selectFrom('delivery')
    .leftJoin('peer_host', 'peer_host.host', 'delivery.host')
    .innerJoin('outgoing_activity', 'outgoing_activity.id', 'delivery.activity_id')
    .selectAll('peer_host')
    .select(['delivery.next_at', 'delivery.attempts', 'outgoing_activity.type'])
    .where('delivery.state', '=', 'waiting')
    .where('delivery.next_at', '<=', now)
    .where((eb) =>
      eb.or([eb('peer_host.next_try_at', 'is', null), eb('peer_host.next_try_at', '<=', now)]),
    )
    .execute()
  return [...jobs, ...deliveries].map(
    (row) => `${app.config.origin} at ${now}: ${JSON.stringify(row)}`,
  )
}
