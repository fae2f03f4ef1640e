import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '../../src/kernel/core/app.ts'
import { meet } from './acquaintances.ts'
import type { Json, Peer, PeerActor } from './peer.ts'
import { makeKey, publishedKeys } from './peer-keys.ts'
import type { TestServer, TestUser } from './server.ts'

const FOLDER = join(import.meta.dirname, '../fixtures')
/** noon of the day on which everything in the fixtures happens: it becomes now */
const NOON = Date.parse('2026-03-01T12:00:00Z')

export interface Fixtures {
  /** whose activities they are */
  actor: PeerActor
  /** a document with the addresses and times of this test */
  read(name: string): Promise<Json>
  /** answers a document at its id */
  serve(name: string): Promise<Json>
}

/**
 * Activities of a software from `test/fixtures`. The peer stands for the server that sent them, our server for the home
 * server of the accounts that they name.
 */
export async function loadFixtures(
  software: string,
  { peer, app }: { peer: Peer; app: App },
): Promise<Fixtures> {
  const read = async (name: string) => {
    const text = await readFile(join(FOLDER, software, `${name}.json`), 'utf8')
    return JSON.parse(adapt(text, { peer, app, host: hostOf(text) }))
  }
  const document = await read('actor')
  const actor = playActor(peer, document)
  peer.serve(
    '/.well-known/webfinger',
    ({ path }: { path: string }) => {
      const asked = new URL(path, peer.origin).searchParams.get('resource') ?? ''
      const name = /^acct:([^@]+)@/.exec(asked)?.[1]
      const links = [{ rel: 'self', type: 'application/activity+json', href: uris.get(name ?? '') }]
      return { subject: `acct:${name}@${peer.host}`, links }
    },
    { contentType: 'application/jrd+json' },
  )
  const uris = new Map([[actor.name, actor.uri]])
  return {
    actor,
    read,
    async serve(name) {
      const served = await read(name)
      if (served.preferredUsername !== undefined) {
        uris.set(served.preferredUsername, served.id)
        playActor(peer, served)
      } else peer.serve(pathOf(served.id), served)
      return served
    },
  }
}

function hostOf(text: string): string {
  const id = /"(?:id|actor)": "(https:\/\/[^/"]+)/.exec(text)?.[1]
  assert.ok(id, 'the fixture has no id')
  return id
}

function adapt(text: string, { peer, app, host }: { peer: Peer; app: App; host: string }): string {
  const moved = app.clock() - NOON
  return text
    .replaceAll(host, peer.origin)
    .replaceAll(new URL(host).host, peer.host)
    .replaceAll('https://home.example', app.config.origin)
    .replaceAll('@home.example', `@${app.config.domain}`)
    .replace(/2026-03-01T[\d:.]+(?:Z|[+-]\d\d:\d\d)/g, (time) =>
      new Date(Date.parse(time) + moved).toISOString(),
    )
}

function playActor(peer: Peer, document: Json): PeerActor {
  const key = makeKey('rsa', document.publicKey.id)
  const whole = { ...document, ...publishedKeys(document.id, [key]) }
  peer.serve(pathOf(document.id), whole)
  const { pathname } = new URL(document.publicKey.id)
  if (pathname.endsWith('/main-key')) peer.serve(pathname, whole)
  const name = document.preferredUsername
  return {
    name,
    uri: document.id,
    handle: `${name}@${peer.host}`,
    inbox: document.inbox,
    keys: [key],
    document: whole,
  }
}

function pathOf(uri: string): string {
  const { pathname, search } = new URL(uri)
  return pathname + search
}

/** Makes a user of ours a follower of somebody on a peer, as if that had been accepted. */
export async function followOnPeer(
  server: TestServer,
  user: Pick<TestUser, 'id'>,
  actor: PeerActor,
): Promise<string> {
  const targetId = await meet(server, actor)
  await server.app.transact(async (tx) => {
    const id = tx.newId()
    await tx.db
      .insertInto('follow')
      .values({
        id,
        account_id: user.id,
        target_id: targetId,
        show_reblogs: true,
        notify: false,
        languages: null,
        uri: `${server.app.config.origin}/follows/${id}`,
        created_at: tx.now,
      })
      .execute()
    tx.emit({ type: 'follow.created', followId: id, accountId: user.id, targetId, uri: null })
  })
  return targetId
}
