import type { Config } from '../base/config.ts'
import {
  ed25519KeyUri,
  instanceActorName,
  instanceActorUri,
  rsaKeyUri,
  sharedInboxUri,
} from '../base/urls.ts'
import type { App } from '../core/app.ts'
import type { Routes } from '../http/routes.ts'
import type { Document } from './as2.ts'
import { loadInstanceKeys } from './instance-keys.ts'
import { multibaseOf } from './multikey.ts'
import { sendDocument } from './reply.ts'

/**
 * The actor that stands for the server. Its routes need no signature in any mode: other servers need its
 * key to verify our requests before they can sign requests that we verify (S-415).
 */
export const routes: Routes = (server, app) => {
  server.get('/actor', async (_, reply) => sendDocument(reply, await describe(app)))
  for (const [name, id] of Object.entries(collectionsOf(app.config))) {
    const empty = { id, type: 'OrderedCollection', totalItems: 0, orderedItems: [] }
    server.get(COLLECTIONS[name as Collection], (_, reply) => sendDocument(reply, empty))
  }
}

/** All empty: GoToSocial fetches each of them when it first meets an actor, and takes a missing one for an error. */
const COLLECTIONS = {
  outbox: '/actor/outbox',
  followers: '/actor/followers',
  following: '/actor/following',
  featured: '/actor/collections/featured',
} as const

type Collection = keyof typeof COLLECTIONS

function collectionsOf({ origin }: Pick<Config, 'origin'>): Record<Collection, string> {
  const { outbox, followers, following, featured } = COLLECTIONS
  return {
    outbox: origin + outbox,
    followers: origin + followers,
    following: origin + following,
    featured: origin + featured,
  }
}

async function describe(app: App): Promise<Document> {
  const { config } = app
  const { rsa, ed25519 } = await loadInstanceKeys(app)
  const uri = instanceActorUri(config)
  return {
    id: uri,
    type: 'Application',
    preferredUsername: instanceActorName(config),
    inbox: `${uri}/inbox`,
    ...collectionsOf(config),
    url: `${config.origin}/about`,
    manuallyApprovesFollowers: true,
    endpoints: { sharedInbox: sharedInboxUri(config) },
    publicKey: {
      id: rsaKeyUri(uri),
      owner: uri,
      publicKeyPem: rsa.publicKey.export({ type: 'spki', format: 'pem' }),
    },
    assertionMethod: [
      {
        id: ed25519KeyUri(uri),
        type: 'Multikey',
        controller: uri,
        publicKeyMultibase: multibaseOf(ed25519.publicKey),
      },
    ],
  }
}
