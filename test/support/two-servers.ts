import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Response } from 'light-my-request'
import type { Config } from '../../src/kernel/base/config.ts'
import { type Network, type NetworkUser, startNetwork } from './network.ts'
import type { TestServer } from './server.ts'

const NAMES = ['home', 'away'] as const
type Name = (typeof NAMES)[number]
const WAYS = [
  ['home', 'away'],
  ['away', 'home'],
] as const

/** ms after which what waits for further changes (a profile that is being edited) is sent */
const PATIENCE = 10_000

/** Two servers as one scenario sees them: it begins at one and reaches the other. */
export interface Crossing {
  readonly from: TestServer
  readonly to: TestServer
  /** a new user of `from`, whose name begins so */
  signUpFrom(name: string): Promise<NetworkUser>
  /** a new user of `to` */
  signUpTo(name: string): Promise<NetworkUser>
  /** all that is due happens on both */
  settle(): Promise<void>
  /** ms pass on both, by default so many that nothing waits for further changes any more */
  pass(ms?: number): Promise<void>
}

/**
 * Registers the same tests from the one server to the other and back, all on the same two whole
 * servers with real sockets; each test signs up people of its own.
 */
export function describeBothWays(
  subject: string,
  overrides: { [name in Name]?: Partial<Config> },
  registerTests: (crossing: Crossing) => void,
): void {
  describe(subject, () => {
    let network: Network<Name>
    before(async () => {
      network = await startNetwork(NAMES, overrides)
    })
    after(() => network[Symbol.asyncDispose]())
    for (const [from, to] of WAYS) {
      describe(`from ${from} to ${to}`, () => registerTests(crossingOf(() => network, from, to)))
    }
  })
}

function crossingOf(network: () => Network<Name>, from: Name, to: Name): Crossing {
  let people = 0
  const signUp = (name: string, at: Name) => network().signUp(`${name}${++people}_${from}@${at}`)
  return {
    get from() {
      return network().server(from)
    },
    get to() {
      return network().server(to)
    },
    signUpFrom: (name) => signUp(name, from),
    signUpTo: (name) => signUp(name, to),
    settle: () => network().settle(),
    async pass(ms = PATIENCE) {
      for (const name of NAMES) network().server(name).clock.now += ms
      await network().settle()
    },
  }
}

/** The body of a reply that must be a success. */
// biome-ignore lint/suspicious/noExplicitAny: entities are checked where that matters
export async function bodyOf(reply: Response | Promise<Response>): Promise<any> {
  const response = await reply
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

/** The id of an account on a user's server, which asks for it if it does not know it. */
export async function idOf(viewer: NetworkUser, other: NetworkUser): Promise<string> {
  const known = await viewer.get('/api/v1/accounts/lookup', { acct: other.handle })
  return known.statusCode === 200 ? known.json().id : (await viewer.resolve(other.handle)).id
}

/** The relationship of a user to another one, from the user's server. */
// biome-ignore lint/suspicious/noExplicitAny: entities are checked where that matters
export async function relationship(user: NetworkUser, other: NetworkUser): Promise<any> {
  const id = await idOf(user, other)
  const [found] = await bodyOf(user.get('/api/v1/accounts/relationships', { id }))
  return found
}

/** Does something to an account that may be on the other server: `follow`, `block` … */
// biome-ignore lint/suspicious/noExplicitAny: entities are checked where that matters
export async function act(user: NetworkUser, action: string, other: NetworkUser): Promise<any> {
  const id = await idOf(user, other)
  return bodyOf(user.post(`/api/v1/accounts/${id}/${action}`))
}

/** Does something to a status that may be of the other server: `favourite`, `reblog` … */
export async function interact(
  user: NetworkUser,
  action: string,
  status: { uri: string },
  // biome-ignore lint/suspicious/noExplicitAny: entities are checked where that matters
): Promise<any> {
  const { id } = await user.resolve(status.uri)
  return bodyOf(user.post(`/api/v1/statuses/${id}/${action}`))
}

/** Two people of two servers become each other's followers. */
export async function befriend(
  { settle }: Crossing,
  one: NetworkUser,
  other: NetworkUser,
): Promise<void> {
  await one.followRemote(other)
  await other.followRemote(one)
  await settle()
}

/** An account as its owner's server or another one shows it to a user. */
// biome-ignore lint/suspicious/noExplicitAny: entities are checked where that matters
export async function accountSeen(viewer: NetworkUser, other: NetworkUser): Promise<any> {
  const id = await idOf(viewer, other)
  return bodyOf(viewer.get(`/api/v1/accounts/${id}`))
}

/** A status as a user's server shows it now, which must know it by itself: nothing is fetched. */
export async function statusSeen(
  viewer: NetworkUser,
  { uri }: { uri: string },
  // biome-ignore lint/suspicious/noExplicitAny: entities are checked where that matters
): Promise<any> {
  const row = await viewer.server.app.db
    .selectFrom('status')
    .select('id')
    .where('uri', '=', uri)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  assert.ok(row, `${uri} has not come to ${viewer.handle}`)
  return bodyOf(viewer.get(`/api/v1/statuses/${row.id}`))
}

/** Types of somebody's notifications and who caused them, newest first. */
export async function heard(user: NetworkUser): Promise<string[]> {
  const list = await user.notifications()
  return list.map(({ type, account }) => `${type} ${account.url}`)
}

/** As `heard` gives it. */
export function news(type: string, { uri }: NetworkUser): string {
  return `${type} ${uri.replace('/users/', '/@')}`
}

/** Fails unless both servers show the status alike, to two who may both see it. @returns how */
export async function assertAlike(
  viewers: readonly [NetworkUser, NetworkUser],
  status: { uri: string },
  // biome-ignore lint/suspicious/noExplicitAny: entities are checked where that matters
): Promise<any> {
  const [one, other] = await Promise.all(
    viewers.map(async (viewer) => everywhere(await statusSeen(viewer, status))),
  )
  assert.deepEqual(one, other)
  return one
}

// biome-ignore lint/suspicious/noExplicitAny: entities are checked where that matters
type Entity = any

/** The members of a status that are equal on every server: not its id, its handles and the addresses of its files. */
function everywhere(status: Entity): Entity {
  const { uri, url, content, spoiler_text, sensitive, visibility, language } = status
  const { created_at, edited_at, replies_count, reblogs_count, favourites_count } = status
  return {
    ...{ uri, url, content: wordsOf(content), spoiler_text, sensitive, visibility, language },
    ...{ created_at, edited_at, replies_count, reblogs_count, favourites_count },
    author: status.account.url,
    mentions: status.mentions.map((mention: Entity) => mention.url).sort(),
    tags: status.tags.map((tag: Entity) => tag.name).sort(),
    emojis: status.emojis.map((emoji: Entity) => emoji.shortcode),
    media: status.media_attachments.map(mediaEverywhere),
    poll: status.poll === null ? null : pollEverywhere(status.poll),
    reactions: status.emoji_reactions.map(({ name, count }: Entity) => ({ name, count })),
    quote: status.quote === null ? null : quoteEverywhere(status.quote),
    quotes_count: status.quotes_count,
  }
}

/** HTML without what each server adds to links as it likes. */
export function wordsOf(html: string): string {
  return html.replaceAll(/ (?:rel|target|translate|class)="[^"]*"/g, '')
}

const mediaEverywhere = ({ type, description, blurhash, meta }: Entity) => ({
  ...{ type, description, blurhash, focus: meta.focus },
  size: [meta.original?.width, meta.original?.height],
})

const pollEverywhere = (poll: Entity) => {
  const { options, multiple, votes_count, voters_count, expires_at, expired } = poll
  return { options, multiple, votes_count, voters_count, expires_at, expired }
}

const quoteEverywhere = ({ state, quoted_status }: Entity) => ({ state, of: quoted_status?.uri })
