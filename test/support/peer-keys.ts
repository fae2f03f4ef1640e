import { generateKeyPairSync, type KeyObject } from 'node:crypto'

/** Keys and their published forms, written without the server's own code: an oracle for it. */
export interface PeerKey {
  algorithm: 'rsa' | 'ed25519'
  /** federation id */
  uri: string
  privateKey: KeyObject
  publicKey: KeyObject
}

/** enough here, and made in a tenth of the time */
const RSA_BITS = 1024

export function makeKey(algorithm: PeerKey['algorithm'], uri: string, rsaBits = RSA_BITS): PeerKey {
  const pair =
    algorithm === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: rsaBits })
      : generateKeyPairSync('ed25519')
  return { algorithm, uri, ...pair }
}

/** Members of an actor document that name its keys: `publicKey` for RSA, a Multikey for Ed25519. */
export function publishedKeys(actorUri: string, keys: readonly PeerKey[]): Record<string, unknown> {
  const rsa = keys.filter(({ algorithm }) => algorithm === 'rsa')
  const ed25519 = keys.filter(({ algorithm }) => algorithm === 'ed25519')
  const members: Record<string, unknown> = {}
  if (rsa[0] !== undefined) {
    members.publicKey = {
      id: rsa[0].uri,
      owner: actorUri,
      publicKeyPem: rsa[0].publicKey.export({ type: 'spki', format: 'pem' }),
    }
  }
  if (ed25519.length > 0) {
    members.assertionMethod = ed25519.map((key) => ({
      id: key.uri,
      type: 'Multikey',
      controller: actorUri,
      publicKeyMultibase: multibaseOf(key.publicKey),
    }))
  }
  return members
}

/** @see https://www.w3.org/TR/cid-1.0/#Multikey */
export function multibaseOf(ed25519: KeyObject): string {
  const raw = Buffer.from(ed25519.export({ format: 'jwk' }).x!, 'base64url')
  return `z${base58(Buffer.concat([Buffer.from([0xed, 0x01]), raw]))}`
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

function base58(bytes: Buffer): string {
  let number = BigInt(`0x${bytes.toString('hex')}`)
  let text = ''
  while (number > 0n) {
    text = BASE58[Number(number % 58n)] + text
    number /= 58n
  }
  return text
}
