import { createPublicKey } from 'node:crypto'
import type { ActorKey, KnownActor } from '../../../kernel/activitypub/actor-directory.ts'
import { documentOf, idOf, isOfType } from '../../../kernel/activitypub/as2.ts'
import {
  type FetchOptions,
  fetchDocument,
  findDocument,
} from '../../../kernel/activitypub/fetch.ts'
import type { RemoteActor } from '../../../kernel/activitypub/inbox.ts'
import { type ProvedDocument, storedId } from '../../../kernel/activitypub/proved-document.ts'
import { NotFound } from '../../../kernel/base/errors.ts'
import type { App } from '../../../kernel/core/app.ts'
import { prepared } from '../../../kernel/db/prepared.ts'
import { sameOrigin } from '../../../kernel/net/origin.ts'
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

/** A stored remote key whose owner is not deleted. */
export async function findKey(app: App, keyUri: string): Promise<ActorKey | null> {
  const [row] = await keyByUri(app.db, { uri: keyUri })
  if (row === undefined) return null
  const { algorithm, public_pem, id, domain } = row
  const publicKey = createPublicKey(public_pem)
  return { uri: keyUri, algorithm, publicKey, owner: { id, uri: storedId(row), domain: domain! } }
}

/**
 * Fetches a key with its owner, and stores both. The owner is fetched at its own id and must itself
 * list the key; the owner in the key's document is not trusted (A02).
 *
 * @returns null if there is no such key, or its owner does not list it
 * @throws Unreachable
 */
export async function fetchKey(app: App, keyUri: string): Promise<ActorKey | null> {
  if (sameOrigin(keyUri, app.config.origin)) return null
  try {
    const options = { spends: app.federation.keyFetches }
    const actor = await fetchOwner(app, keyUri, options)
    if (actor === null || (await storeActor(app, actor, options)) === null) return null
  } catch (error) {
    if (error instanceof NotFound) return null
    throw error
  }
  return findKey(app, keyUri)
}

/**
 * Some servers, such as GoToSocial, answer a key's URL with the actor, under the actor's id.
 * @returns the document of an actor that may have the key, or null
 */
async function fetchOwner(
  app: App,
  keyUri: string,
  options: FetchOptions,
): Promise<ProvedDocument | null> {
  const address = keyUri.replace(/#.*$/s, '')
  const found = await findDocument(app, address, options)
  if (isOfType(found, ACTOR_TYPES)) return found
  const owner = ownerOf(documentOf(found.publicKey) ?? found) ?? idOf(found.publicKey)
  if (owner === null || !sameOrigin(owner, found.id) || owner === found.id) return null
  return fetchDocument(app, owner, options)
}

/** The stored account of a remote actor, whatever its state unless deleted. */
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
