import { createECDH, randomBytes } from 'node:crypto'
import type { Database, Db } from '../db/database.ts'

/**
 * Secrets of the server, generated at the first start. Tokens, forms and push subscriptions depend on
 * them for ever, so they are stored in `setting` rows and in backups: a backup is as secret as they are.
 */
export interface Keys {
  /** access tokens are derived from it */
  tokenSecret: Buffer
  /** CSRF tokens are derived from it */
  csrfSecret: Buffer
  /**
   * P-256, base64url: the point uncompressed, the private value in 32 bytes.
   * @see https://www.rfc-editor.org/rfc/rfc8292#section-3.2
   */
  vapid: { publicKey: string; privateKey: string }
}

interface StoredKeys {
  'keys.token_secret': string
  'keys.csrf_secret': string
  'keys.vapid': Keys['vapid']
}

const NAMES = ['keys.token_secret', 'keys.csrf_secret', 'keys.vapid'] as const

/** Reads the keys and generates missing ones; processes that start together agree on the same keys. */
export async function loadKeys(database: Database): Promise<Keys> {
  const stored = (await readKeys(database.db)) ?? (await database.transaction(makeKeys))
  return {
    tokenSecret: Buffer.from(stored['keys.token_secret'], 'base64url'),
    csrfSecret: Buffer.from(stored['keys.csrf_secret'], 'base64url'),
    vapid: stored['keys.vapid'],
  }
}

async function makeKeys(db: Db): Promise<StoredKeys> {
  const made: StoredKeys = {
    'keys.token_secret': randomBytes(32).toString('base64url'),
    'keys.csrf_secret': randomBytes(32).toString('base64url'),
    'keys.vapid': makeVapidKeys(),
  }
  const rows = NAMES.map((name) => ({ name, value: JSON.stringify(made[name]) }))
  await db
    .insertInto('setting')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await readKeys(db))!
}

async function readKeys(db: Db): Promise<StoredKeys | null> {
  const rows = await db.selectFrom('setting').selectAll().where('name', 'in', NAMES).execute()
  if (rows.length < NAMES.length) return null
  return Object.fromEntries(rows.map(({ name, value }) => [name, value])) as unknown as StoredKeys
}

function makeVapidKeys(): Keys['vapid'] {
  const pair = createECDH('prime256v1')
  const publicKey = pair.generateKeys('base64url')
  const privateKey = Buffer.alloc(32)
  const made = pair.getPrivateKey()
  made.copy(privateKey, 32 - made.length) // leading zeros are left out by node
  return { publicKey, privateKey: privateKey.toString('base64url') }
}
