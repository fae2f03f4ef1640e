import { generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import type { Config } from '../base/config.ts'
import type { KeyAlgorithm } from './actor-directory.ts'

const RSA_BITS: Record<Config['secretCost'], number> = { normal: 2048, cheap: 1024 }

const generate = promisify(generateKeyPair)

/** A new key of this server, made off the main thread. */
export function makeKeyPair(
  { secretCost }: Pick<Config, 'secretCost'>,
  algorithm: KeyAlgorithm,
): Promise<{ publicKey: KeyObject; privateKey: KeyObject }> {
  if (algorithm === 'ed25519') return generate('ed25519')
  return generate('rsa', { modulusLength: RSA_BITS[secretCost] })
}
