import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { openApp } from '../src/app/open.ts'
import { signCavage } from '../src/kernel/activitypub/signatures/cavage.ts'
import { sha256 } from '../src/kernel/activitypub/signatures/digest.ts'
import { readConfig } from '../src/kernel/base/config.ts'

/** local followers of each sender */
export const FOLLOWERS = 5
const PARAGRAPHS = 12
/** senders that post in turn: activities of one sender are handled in order */
const SENDERS = 24
/** their domains, so that none has more waiting than it may: addresses of this machine */
const DOMAINS = Array.from({ length: 8 }, (_, at) => `127.0.0.${at + 1}`)

interface Sender {
  uri: string
  privateKey: KeyObject
}

/** Serves actors, which share a key, until they are stored, and creates their followers. */
export async function introduceSenders(env: Record<string, string>) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const publicKeyPem = publicKey.export({ type: 'spki', format: 'pem' }) as string
  const server = createServer(({ url, headers }, reply) => {
    const actor = actorDocument(`http://${headers.host}${url}`, publicKeyPem)
    reply.setHeader('content-type', 'application/activity+json').end(JSON.stringify(actor))
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const { port } = server.address() as AddressInfo
  await using open = await openApp(readConfig(env), { log: pino({ level: 'silent' }) })
  const senders: string[] = []
  for (let at = 0; at < SENDERS; at++) {
    const uri = `http://${DOMAINS[at % DOMAINS.length]}:${port}/users/sender${at}`
    const key = await open.app.federation.actors.fetchKey(open.app, `${uri}#main-key`)
    if (key === null) throw new Error('the sender could not be introduced')
    await follow(open, key.owner.id)
    senders.push(uri)
  }
  server.close()
  return { senders, privateKey, publicKey }
}

function actorDocument(uri: string, publicKeyPem: string) {
  return {
    '@context': ['https://www.w3.org/ns/activitystreams', 'https://w3id.org/security/v1'],
    id: uri,
    type: 'Person',
    preferredUsername: new URL(uri).pathname.split('/').at(-1),
    inbox: `${uri}/inbox`,
    outbox: `${uri}/outbox`,
    followers: `${uri}/followers`,
    publicKey: { id: `${uri}#main-key`, owner: uri, publicKeyPem },
  }
}

async function follow({ app }: Awaited<ReturnType<typeof openApp>>, targetId: string) {
  await app.transact(async (tx) => {
    const people = await tx.db
      .selectFrom('account')
      .where('domain', 'is', null)
      .select('id')
      .limit(FOLLOWERS)
      .execute()
    const common = { target_id: targetId, show_reblogs: true, notify: false, uri: null }
    const rows = people.map(({ id: account_id }) => ({
      ...common,
      id: tx.newId(),
      account_id,
      languages: null as never,
      created_at: tx.now,
    }))
    await tx.db.insertInto('follow').values(rows).execute()
  })
}

/**
 * The texts of requests with signed activities, from each sender in turn.
 * @param host that they are signed for
 */
export async function signedActivities(
  { senders, ...keys }: Awaited<ReturnType<typeof introduceSenders>>,
  host: string,
  count: number,
): Promise<string[]> {
  const requests: string[] = []
  for (let at = 0; at < count; at++) {
    requests.push(await signedPost({ uri: senders[at % SENDERS]!, ...keys }, host, at))
  }
  return requests
}

/** The text of a request with a Create as Mastodon sends it. */
export async function signedPost(
  { uri, privateKey }: Sender,
  host: string,
  at: number,
): Promise<string> {
  const id = `${uri}/statuses/${1_000_000 + at}`
  const published = new Date().toISOString()
  const audience = {
    to: ['https://www.w3.org/ns/activitystreams#Public'],
    cc: [`${uri}/followers`],
  }
  const text = '<p>The quick brown fox jumps over the lazy dog, and on, and on, and on.</p>'
  const note = {
    id,
    type: 'Note',
    summary: null,
    inReplyTo: null,
    published,
    url: `${uri}/${at}`,
    attributedTo: uri,
    ...audience,
    sensitive: false,
    content: `<p>Number ${at}</p>${text.repeat(PARAGRAPHS)}`,
    contentMap: { en: `<p>Number ${at}</p>${text.repeat(PARAGRAPHS)}` },
    attachment: [],
    tag: [{ type: 'Hashtag', href: 'https://example.org/tags/birds', name: '#birds' }],
    replies: {
      id: `${id}/replies`,
      type: 'Collection',
      first: { type: 'CollectionPage', next: `${id}/replies?page=1`, items: [] },
    },
  }
  const body = JSON.stringify({
    '@context': ['https://www.w3.org/ns/activitystreams', { sensitive: 'as:sensitive' }],
    id: `${id}/activity`,
    type: 'Create',
    actor: uri,
    published,
    ...audience,
    object: note,
  })
  const headers = await signCavage({
    key: { uri: `${uri}#main-key`, algorithm: 'rsa', privateKey },
    method: 'POST',
    url: new URL(`http://${host}/inbox`),
    digest: sha256(body),
    now: Date.now(),
  })
  const lines = [
    'POST /inbox HTTP/1.1',
    `host: ${host}`,
    'user-agent: rookery-bench',
    'content-type: application/activity+json',
    `content-length: ${Buffer.byteLength(body)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}
