import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { signCavage } from '../src/activitypub/signatures/cavage.ts'
import { sha256 } from '../src/activitypub/signatures/digest.ts'
import { readConfig } from '../src/config.ts'
import { openApp } from '../src/open-app.ts'
import { load } from './load.ts'
import { startMeasured } from './process.ts'

/** accounts here that follow each sender */
export const FOLLOWERS = 5
const PARAGRAPHS = 12
/** who take turns in posting: what comes from one of them is worked on in its order */
const SENDERS = 16
/** activities before those that are measured: until the code is compiled */
const WARM_UP = 15_000
/** as many servers that have something to say at once */
const CONNECTIONS = 32

export interface InboxResult {
  perSecond: number
  /** ms, sorted */
  latencies: number[]
  /** ms of CPU for each activity: to store it, the least that costs, and all that comes of it */
  cpu: { accept: number; floor: number; process: number }
  bytes: number
}

/** Posts of people elsewhere who are followed here: accepted over HTTP, then brought to timelines. */
export async function measureInbox(
  given: Record<string, string>,
  seconds: number,
): Promise<InboxResult> {
  const env: Record<string, string> = { ...given, EGRESS_ALLOW: '127.0.0.0/8' }
  const { senders, ...keys } = await introduceSenders(env)
  const host = `localhost:${env.PORT}`
  process.stderr.write('Signing activities…\n')
  const requests: string[] = []
  for (let at = 0; at < WARM_UP + seconds * 5000; at++) {
    const uri = senders[at % SENDERS]!
    requests.push(await signedPost({ uri, ...keys }, host, at))
  }
  const accepted = await run('serve-inbox.ts', env, requests)
  process.stderr.write('Processing them…\n')
  await using processing = await startMeasured('process-inbox.ts', env)
  const { cpu, rss: done } = await processing.usage()
  const publicKey = keys.publicKey.export({ type: 'spki', format: 'pem' }) as string
  const floor = await run('serve-inbox-floor.ts', { ...env, PUBLIC_KEY: publicKey }, requests)
  return {
    perSecond: accepted.perSecond,
    latencies: accepted.latencies,
    cpu: { accept: accepted.cpu, floor: floor.cpu, process: cpu / done },
    bytes: Buffer.byteLength(requests[0]!),
  }
}

/** Sends each request once, after some that only warm up. */
async function run(script: string, env: Record<string, string>, requests: readonly string[]) {
  await using server = await startMeasured(script, env)
  let at = 0
  const send = async (count: number) => {
    const end = at + count
    return load({
      port: server.port,
      request: () => requests[at++]!,
      connections: CONNECTIONS,
      duration: Number.POSITIVE_INFINITY,
      until: () => at >= end - CONNECTIONS,
      awake: true,
    })
  }
  await send(WARM_UP)
  const before = await server.usage()
  const result = await send(requests.length - at)
  const after = await server.usage()
  if (result.failures > 0) throw new Error(`${script}: ${result.failures} requests failed`)
  return {
    cpu: (after.cpu - before.cpu) / result.requests,
    perSecond: (result.requests / result.elapsed) * 1000,
    latencies: result.latencies,
  }
}

interface Sender {
  uri: string
  privateKey: KeyObject
}

/** Serves actors, which share a key, until they are known here, and lets people follow them. */
async function introduceSenders(env: Record<string, string>) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const publicKeyPem = publicKey.export({ type: 'spki', format: 'pem' }) as string
  let origin = ''
  const server = createServer(({ url }, reply) => {
    const actor = actorDocument(`${origin}${url}`, publicKeyPem)
    reply.setHeader('content-type', 'application/activity+json').end(JSON.stringify(actor))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await using open = await openApp(readConfig(env), { log: pino({ level: 'silent' }) })
  const senders: string[] = []
  for (let at = 0; at < SENDERS; at++) {
    const uri = `${origin}/users/sender${at}`
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

/** A whole request with a Create as Mastodon would send it. */
async function signedPost({ uri, privateKey }: Sender, host: string, at: number): Promise<string> {
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
