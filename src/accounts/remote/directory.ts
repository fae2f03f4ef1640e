import { createPublicKey } from 'node:crypto'
import type { ActorKey, KnownActor } from '../../activitypub/actors.ts'
import { documentOf, idOf, isOfType } from '../../activitypub/as2.ts'
import { fetchDocument, findDocument } from '../../activitypub/fetch.ts'
import type { RemoteActor } from '../../activitypub/inbox.ts'
import { type ProvedDocument, storedId } from '../../activitypub/proved.ts'
import type { App } from '../../app.ts'
import { prepared } from '../../db/prepared.ts'
import { NotFound } from '../../errors.ts'
import { sameOrigin } from '../../net/origin.ts'
import { storeActor } from './fetch-actor.ts'
import { ACTOR_TYPES } from './read-actor.ts'
import { ownerOf } from './read-keys.ts'
import { findAccountByUri, resolveAccount } from './resolve.ts'

const keyByUri = prepared((db, p: { uri: string }) =>
  db
    .selectFrom('actor_key')
    .innerJoin('account', 'account.id', 'actor_key.account_id')
    .where('actor_key.uri', '=', p.uri)
    .where('account.domain', 'is not', null)
    .where('account.deleted_at', 'is', null)
    .select([
      'actor_key.algorithm',
      'actor_key.public_pem',
      'account.id',
      'account.uri',
      'account.domain',
    ]),
)

/** A remote key that is stored, whose owner is not gone. */
export async function findKey(app: App, keyUri: string): Promise<ActorKey | null> {
  const [row] = await keyByUri(app.db, { uri: keyUri })
  if (row === undefined) return null
  const { algorithm, public_pem, id, domain } = row
  const publicKey = createPublicKey(public_pem)
  return { uri: keyUri, algorithm, publicKey, owner: { id, uri: storedId(row), domain: domain! } }
}

/**
 * Fetches a key with its owner, and stores both. The owner is fetched at its own id and must itself
 * list the key: what a key's document says of its owner is not believed (A02).
 *
 * @returns null if there is no such key, or its owner does not list it
 * @throws Unreachable
 */
export async function fetchKey(app: App, keyUri: string): Promise<ActorKey | null> {
  if (sameOrigin(keyUri, app.config.origin)) return null
  try {
    const actor = await fetchOwner(app, keyUri)
    if (actor === null || (await storeActor(app, actor)) === null) return null
  } catch (error) {
    if (error instanceof NotFound) return null
    throw error
  }
  return findKey(app, keyUri)
}

/**
 * Some servers answer at a key's address with its actor, under the actor's id, as GoToSocial does.
 * @returns the document of an actor that may have the key, or null
 */
async function fetchOwner(app: App, keyUri: string): Promise<ProvedDocument | null> {
  const address = keyUri.replace(/#.*$/s, '')
  const found = await findDocument(app, address)
  if (isOfType(found, ACTOR_TYPES)) return found
  const owner = ownerOf(documentOf(found.publicKey) ?? found) ?? idOf(found.publicKey)
  if (owner === null || !sameOrigin(owner, found.id) || owner === found.id) return null
  return fetchDocument(app, owner)
}

/** The account of a remote actor that is stored, whatever its state but gone. */
export async function findActor(app: App, uri: string): Promise<KnownActor | null> {
  const account = await findAccountByUri(app.db, uri)
  const actor = asActor(account)
  return actor && { ...actor, suspended: account?.suspended_at !== null }
}

/**
 * The account of a remote actor, stored or fetched.
 * @throws Unreachable
 */
export async function resolveActor(app: App, uri: string): Promise<RemoteActor | null> {
  return asActor(await resolveAccount(app, uri))
}

function asActor(
  account: { id: string; uri: string; domain: string | null } | null,
): RemoteActor | null {
  if (account === null || account.domain === null) return null
  return { id: account.id, uri: storedId(account), domain: account.domain }
}
