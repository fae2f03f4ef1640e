import type { Selectable } from 'kysely'
import { type Document, PUBLIC } from '../../kernel/activitypub/as2.ts'
import { enqueueDelivery } from '../../kernel/activitypub/delivery/enqueue.ts'
import type { RemoteActor } from '../../kernel/activitypub/inbox.ts'
import type { Config } from '../../kernel/base/config.ts'
import { NotFound, Unprocessable } from '../../kernel/base/errors.ts'
import { parseUrl } from '../../kernel/base/parse-url.ts'
import { activityUri, instanceActorUri } from '../../kernel/base/urls.ts'
import type { App, CachedValue } from '../../kernel/core/app.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { lockRow } from '../../kernel/db/expressions.ts'
import { prepared } from '../../kernel/db/prepared.ts'
import { canonicalOrigin } from '../../kernel/net/origin.ts'
import type { RelayTable } from './tables.ts'

export type Relay = Selectable<RelayTable>

/** characters */
const LONGEST_URL = 2000

const acceptedRelays = prepared((db) =>
  db.selectFrom('relay').where('state', '=', 'accepted').select('inbox_url'),
)

/** Further inboxes of public posts. */
export async function loadRelayInboxes(db: Db): Promise<string[]> {
  return (await acceptedRelays(db, {})).map(({ inbox_url }) => inbox_url)
}

/** Actors of relays that accepted our Follow. */
const relayActors: CachedValue<ReadonlySet<string | null>> = {
  name: 'relay_actors',
  async load(db) {
    const rows = await db
      .selectFrom('relay')
      .where('state', '=', 'accepted')
      .where('actor_uri', 'is not', null)
      .select('actor_uri')
      .execute()
    return new Set(rows.map(({ actor_uri }) => actor_uri))
  },
}

export async function isRelay(app: Pick<App, 'cached'>, { uri }: RemoteActor): Promise<boolean> {
  return (await app.cached.get(relayActors)).has(uri)
}

/**
 * Subscribes to a relay, which distributes our public posts and sends those of others.
 * @throws Unprocessable for an invalid, own or known URL
 */
export async function addRelay(tx: Tx, inboxUrl: string): Promise<Relay> {
  const url = readInboxUrl(tx.config, inboxUrl)
  const id = tx.newId()
  const made = await tx.db
    .insertInto('relay')
    .values({ id, inbox_url: url, state: 'idle', created_at: tx.now })
    .onConflict((conflict) => conflict.column('inbox_url').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made === undefined) throw new Unprocessable('This relay is there already')
  return follow(tx, await getRelay(tx.db, id))
}

function readInboxUrl({ origin }: Config, text: string): string {
  const url = text.length <= LONGEST_URL ? parseUrl(text) : null
  const relayOrigin = url === null ? null : canonicalOrigin(text)
  if (url === null || relayOrigin === null) {
    throw new Unprocessable(
      'inbox_url must be the address of a relay, like https://relay.example/inbox',
    )
  }
  if (relayOrigin === origin) throw new Unprocessable('This server is no relay')
  return url.href
}

/** Sends the Follow again, unless it is accepted or pending. @returns null if nothing changed */
export async function enableRelay(tx: Tx, id: string): Promise<Relay | null> {
  await lockRow(tx.db, 'relay', id)
  const relay = await getRelay(tx.db, id)
  if (relay.state === 'pending' || relay.state === 'accepted') return null
  return follow(tx, relay)
}

async function follow(tx: Tx, relay: Relay): Promise<Relay> {
  const uri = activityUri(instanceActorUri(tx.config), 'relays', tx.newId())
  await deliver(tx, relay, followOf(tx.config, uri))
  return change(tx, relay, { state: 'pending', follow_uri: uri, actor_uri: null })
}

/** Undoes the Follow: no posts are sent or accepted any more. @returns null if nothing changed */
export async function disableRelay(tx: Tx, id: string): Promise<Relay | null> {
  await lockRow(tx.db, 'relay', id)
  const relay = await getRelay(tx.db, id)
  if (relay.state === 'idle') return null
  await unfollow(tx, relay)
  return change(tx, relay, { state: 'idle', follow_uri: null, actor_uri: null })
}

/** @returns the relay before its removal */
export async function removeRelay(tx: Tx, id: string): Promise<Relay> {
  await lockRow(tx.db, 'relay', id)
  const relay = await getRelay(tx.db, id)
  await unfollow(tx, relay)
  await tx.db.deleteFrom('relay').where('id', '=', id).execute()
  tx.emit({ type: 'settings.changed' })
  return relay
}

async function unfollow(tx: Tx, relay: Relay): Promise<void> {
  if (relay.follow_uri === null || relay.state === 'rejected') return
  const actor = instanceActorUri(tx.config)
  const object = followOf(tx.config, relay.follow_uri)
  await deliver(tx, relay, { id: `${relay.follow_uri}/undo`, type: 'Undo', actor, object })
}

/** @see https://w3id.org/fep/ae0c */
function followOf(config: Config, id: string): Document {
  return { id, type: 'Follow', actor: instanceActorUri(config), object: PUBLIC }
}

async function deliver(tx: Tx, { inbox_url }: Relay, activity: Document): Promise<void> {
  await enqueueDelivery(tx, { senderId: null, activity, inboxes: [inbox_url] })
}

/** Stores a relay's answer. */
export async function noteAnswer(
  tx: Tx,
  relay: Relay,
  answer: { state: 'accepted' | 'rejected'; actorUri: string },
): Promise<void> {
  const { state, actorUri } = answer
  await change(tx, relay, { state, actor_uri: state === 'accepted' ? actorUri : null })
}

async function change(
  tx: Tx,
  relay: Relay,
  changes: Partial<Pick<Relay, 'state' | 'follow_uri' | 'actor_uri'>>,
): Promise<Relay> {
  await tx.db.updateTable('relay').set(changes).where('id', '=', relay.id).execute()
  tx.emit({ type: 'settings.changed' })
  return { ...relay, ...changes }
}

/** @throws NotFound */
export async function getRelay(db: Db, id: string): Promise<Relay> {
  const row = await db.selectFrom('relay').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new NotFound()
  return row
}
