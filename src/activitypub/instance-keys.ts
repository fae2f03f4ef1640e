import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { ed25519KeyUri, instanceActorUri, rsaKeyUri } from '../addresses.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/database.ts'
import type { KeyAlgorithm, SigningKey } from './actors.ts'

/** Both keys of the actor that stands for the server, once they were read. */
export interface InstanceKeys {
  loading: Promise<Loaded> | null
}

type Loaded = Record<KeyAlgorithm, SigningKey & { publicKey: KeyObject }>

/** PKCS #8 */
type Stored = Record<KeyAlgorithm, string>

const NAME = 'keys.instance_actor'
const RSA_BITS = 2048

const generate = promisify(generateKeyPair)

export function createInstanceKeys(): InstanceKeys {
  return { loading: null }
}

/** The keys of the instance actor, made at their first use and kept in a `setting` row for ever. */
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

/** Processes that do this together agree on the keys of one of them. */
async function make(app: App): Promise<Stored> {
  const rsa = await generate('rsa', { modulusLength: RSA_BITS })
  const ed25519 = await generate('ed25519')
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
