import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { ed25519KeyUri, instanceActorUri, rsaKeyUri } from '../base/urls.ts'
import type { App } from '../core/app.ts'
import type { Db } from '../db/database.ts'
import type { KeyAlgorithm, SigningKey } from './actor-directory.ts'
import { makeKeyPair } from './key-pairs.ts'

/** Both keys of the instance actor, once they are loaded. */
export interface InstanceKeys {
  loading: Promise<Loaded> | null
}

type Loaded = Record<KeyAlgorithm, SigningKey & { publicKey: KeyObject }>

/** PKCS #8 */
type Stored = Record<KeyAlgorithm, string>

const NAME = 'keys.instance_actor'

export function createInstanceKeys(): InstanceKeys {
  return { loading: null }
}

/** The keys of the instance actor, generated at first use and stored in a `setting` row for ever. */
export function loadInstanceKeys(app: App): Promise<Loaded> {
  const { instanceKeys } = app.federation
  if (instanceKeys.loading === null) {
    instanceKeys.loading = load(app)
    instanceKeys.loading.catch(() => {
      instanceKeys.loading = null
    })
  }
  return instanceKeys.loading
}

export async function instanceSigningKey(app: App, algorithm: KeyAlgorithm): Promise<SigningKey> {
  return (await loadInstanceKeys(app))[algorithm]
}

async function load(app: App): Promise<Loaded> {
  const stored = (await read(app.db)) ?? (await make(app))
  const actor = instanceActorUri(app.config)
  return {
    rsa: keyOf(stored, 'rsa', rsaKeyUri(actor)),
    ed25519: keyOf(stored, 'ed25519', ed25519KeyUri(actor)),
  }
}

function keyOf(stored: Stored, algorithm: KeyAlgorithm, uri: string): Loaded[KeyAlgorithm] {
  const privateKey = createPrivateKey(stored[algorithm])
  return { uri, algorithm, privateKey, publicKey: createPublicKey(privateKey) }
}

/** Generates the keys. Processes that do this concurrently all use the keys of one of them. */
async function make(app: App): Promise<Stored> {
  const rsa = await makeKeyPair(app.config, 'rsa')
  const ed25519 = await makeKeyPair(app.config, 'ed25519')
  const made: Stored = { rsa: pemOf(rsa.privateKey), ed25519: pemOf(ed25519.privateKey) }
  return app.database.transaction(async (db) => {
    await db
      .insertInto('setting')
      .values({ name: NAME, value: JSON.stringify(made) })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
    return (await read(db))!
  })
}

async function read(db: Db): Promise<Stored | null> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', NAME)
    .executeTakeFirst()
  return row === undefined ? null : (row.value as Stored)
}

function pemOf(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }) as string
}
