import { hash } from 'node:crypto'
import { parseDictionary } from 'structured-headers'
import { Unauthorized } from '../../base/errors.ts'
import type { SignedRequest } from './request.ts'

/** SHA-256 of a body in base64, as both digest headers carry it. */
export function sha256(body: Buffer | string): string {
  return hash('sha256', body, 'base64')
}

/** The hash functions that both headers may name. */
const ALGORITHMS = new Map([
  ['sha-256', 'sha256'],
  ['sha-512', 'sha512'],
])

export type DigestHeader = 'digest' | 'content-digest'

/**
 * Compares the signed digest with the digest of the body (A03).
 *
 * @param name which of the two headers the signature covers
 * @throws Unauthorized if the digest is missing, of no known algorithm, or of another body
 * @see https://www.rfc-editor.org/rfc/rfc3230 and https://www.rfc-editor.org/rfc/rfc9530
 */
export function checkDigest({ headers, body }: SignedRequest, name: DigestHeader): void {
  const text = headers[name]
  if (typeof text !== 'string') throw new Unauthorized('The digest of the body is missing')
  const given = name === 'digest' ? readDigest(text) : readContentDigest(text)
  let known = 0
  for (const [algorithm, value] of given) {
    const digest = ALGORITHMS.get(algorithm)
    if (digest === undefined) continue
    known += 1
    if (!digestOf(body ?? EMPTY, digest).equals(Buffer.from(value, 'base64'))) {
      throw new Unauthorized('The body is not what its digest says')
    }
  }
  if (known === 0) throw new Unauthorized('The digest of the body is of no kind known here')
}

const EMPTY = Buffer.alloc(0)

/** Digests of bodies: headers may name the same one hundreds of times, for a body of a megabyte (A110). */
const calculated = new WeakMap<Buffer, Map<string, Buffer>>()

function digestOf(body: Buffer, algorithm: string): Buffer {
  const ofBody = calculated.get(body) ?? new Map<string, Buffer>()
  calculated.set(body, ofBody)
  const digest = ofBody.get(algorithm) ?? hash(algorithm, body, 'buffer')
  ofBody.set(algorithm, digest)
  return digest
}

function readDigest(text: string): [string, string][] {
  return text.split(',').map((part) => {
    const at = part.indexOf('=')
    return [part.slice(0, Math.max(at, 0)).trim().toLowerCase(), part.slice(at + 1).trim()]
  })
}

function readContentDigest(text: string): [string, string][] {
  try {
    return [...parseDictionary(text)].flatMap(([name, [value]]): [string, string][] =>
      value instanceof ArrayBuffer ? [[name, Buffer.from(value).toString('base64')]] : [],
    )
  } catch (cause) {
    throw new Unauthorized('The digest of the body cannot be read', { cause })
  }
}
