import {
  ed25519KeyUri,
  instanceActorName,
  instanceActorUri,
  rsaKeyUri,
  sharedInboxUri,
} from '../addresses.ts'
import type { App } from '../app.ts'
import type { Config } from '../config.ts'
import type { Routes } from '../http/routes.ts'
import type { Document } from './as2.ts'
import { loadInstanceKeys } from './instance-keys.ts'
import { multibaseOf } from './multikey.ts'
import { sendDocument } from './reply.ts'

/**
 * The actor that stands for the server. It is open in every mode: others need its key to check what
 * we ask them, before they can ask us anything (S-415).
 */
export const routes: Routes = (server, app) => {
  server.get('/actor', async (_, reply) => sendDocument(reply, await describe(app)))
  for (const [name, id] of Object.entries(collectionsOf(app.config))) {
    const empty = { id, type: 'OrderedCollection', totalItems: 0, orderedItems: [] }
    server.get(COLLECTIONS[name as Collection], (_, reply) => sendDocument(reply, empty))
  }
}

/** All empty: GoToSocial asks for each of them once it meets an actor, and takes a missing one for an error. */
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
