import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import type { KeyAlgorithm, SigningKey } from '../../kernel/activitypub/actor-directory.ts'
import { makeKeyPair } from '../../kernel/activitypub/key-pairs.ts'
import { ed25519KeyUri, rsaKeyUri } from '../../kernel/base/urls.ts'
import type { App } from '../../kernel/core/app.ts'
import { prepared } from '../../kernel/db/prepared.ts'

const localKey = prepared((db, p: { accountId: string; algorithm: KeyAlgorithm }) =>
  db
    .selectFrom('actor_key')
    .where('account_id', '=', p.accountId)
    .where('algorithm', '=', p.algorithm)
    .where('private_pem', 'is not', null)
    .select(['uri', 'private_pem', 'public_pem']),
)

/**
 * The private key of a local account for signing; created at its first use, once for all concurrent
 * callers.
 */
export function signingKey(
  app: App,
  accountId: string,
  algorithm: KeyAlgorithm,
): Promise<SigningKey> {
  const cache = app.federation.signingKeys
  const name = `${algorithm} ${accountId}`
  const known = cache.get(name)
  if (known !== undefined) return known
  const loading = loadSigningKey(app, accountId, algorithm)
  cache.set(name, loading)
  loading.catch(() => cache.delete(name))
  return loading
}

async function loadSigningKey(
  app: App,
  accountId: string,
  algorithm: KeyAlgorithm,
): Promise<SigningKey> {
  const { uri, private_pem } = await storedKey(app, accountId, algorithm)
  return { uri, algorithm, privateKey: createPrivateKey(private_pem!) }
}

/** The public keys of a local account. */
export async function publicKeys(
  app: App,
  accountId: string,
): Promise<Record<KeyAlgorithm, { uri: string; key: KeyObject; pem: string }>> {
  const [rsa, ed25519] = await Promise.all([
    storedKey(app, accountId, 'rsa'),
    storedKey(app, accountId, 'ed25519'),
  ])
  return { rsa: publicKey(rsa), ed25519: publicKey(ed25519) }
}

function publicKey({ uri, public_pem }: StoredKey) {
  return { uri, key: createPublicKey(public_pem), pem: public_pem }
}

type StoredKey = Awaited<ReturnType<typeof localKey>>[number]

async function storedKey(app: App, accountId: string, algorithm: KeyAlgorithm): Promise<StoredKey> {
  const [stored] = await localKey(app.db, { accountId, algorithm })
  return stored ?? makeKey(app, accountId, algorithm)
}

/** Concurrent processes agree on the key of one of them. */
async function makeKey(app: App, accountId: string, algorithm: KeyAlgorithm): Promise<StoredKey> {
  const { uri } = await app.db
    .selectFrom('account')
    .select('uri')
    .where('id', '=', accountId)
    .where('domain', 'is', null)
    .executeTakeFirstOrThrow()
  const pair = await makeKeyPair(app.config, algorithm)
  return app.transact(async (tx) => {
    await tx.db
      .insertInto('actor_key')
      .values({
        uri: algorithm === 'rsa' ? rsaKeyUri(uri) : ed25519KeyUri(uri),
        account_id: accountId,
        algorithm,
        public_pem: pair.publicKey.export({ type: 'spki', format: 'pem' }) as string,
        private_pem: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
      })
      .onConflict((conflict) => conflict.column('uri').doNothing())
      .execute()
    return (await localKey(tx.db, { accountId, algorithm }))[0]!
  })
}
