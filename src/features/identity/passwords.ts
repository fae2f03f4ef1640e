import { argon2 as argon2Callback, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { Config } from '../../kernel/base/config.ts'
import { normalized } from '../../kernel/text/normalized.ts'

const argon2 = promisify(argon2Callback)

/** memory in KiB, passes, lanes */
interface Cost {
  m: number
  t: number
  p: number
}

const COSTS: Record<Config['secretCost'], Cost> = {
  normal: { m: 19_456, t: 2, p: 1 },
  cheap: { m: 8, t: 1, p: 1 },
}
const SALT_BYTES = 16
const HASH_BYTES = 32
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

/** Limits of a new password, in characters. */
export const PASSWORD_LENGTH = { min: 8, max: 256 }

/**
 * Hashes a password with argon2id, off the main thread.
 * @returns a PHC string that holds its own cost and salt
 * @see https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
 */
export async function hashPassword(
  { secretCost }: Pick<Config, 'secretCost'>,
  password: string,
): Promise<string> {
  const cost = COSTS[secretCost]
  const salt = randomBytes(SALT_BYTES)
  const hash = await derive(password, salt, cost, HASH_BYTES)
  return `$argon2id$v=19$m=${cost.m},t=${cost.t},p=${cost.p}$${encode(salt)}$${encode(hash)}`
}

/**
 * Whether a password matches a hash.
 * @param hash null if there is no such user: then it takes as long and returns false, so that
 * response times do not reveal whether a username exists
 */
export async function verifyPassword(
  config: Pick<Config, 'secretCost'>,
  hash: string | null,
  password: string,
): Promise<boolean> {
  const known = hash === null ? null : parse(hash)
  const { cost, salt, expected } = known ?? {
    cost: COSTS[config.secretCost],
    salt: randomBytes(SALT_BYTES),
    expected: Buffer.alloc(HASH_BYTES),
  }
  const actual = await derive(password, salt, cost, expected.length)
  return timingSafeEqual(actual, expected) && known !== null
}

function derive(password: string, salt: Buffer, cost: Cost, length: number): Promise<Buffer> {
  return argon2('argon2id', {
    // different keyboards may produce different Unicode forms of the same password
    message: Buffer.from(normalized(password, 'NFKC'), 'utf8'),
    nonce: salt,
    memory: cost.m,
    passes: cost.t,
    parallelism: cost.p,
    tagLength: length,
  })
}

function parse(hash: string) {
  const parts = PHC.exec(hash)
  if (parts === null) throw new Error('a stored password hash is no PHC string of argon2id')
  const [, m, t, p, salt = '', expected = ''] = parts
  return {
    cost: { m: Number(m), t: Number(t), p: Number(p) },
    salt: Buffer.from(salt, 'base64'),
    expected: Buffer.from(expected, 'base64'),
  }
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}
