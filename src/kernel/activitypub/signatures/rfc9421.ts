import {
  type InnerList,
  type Item,
  isInnerList,
  type Parameters,
  parseDictionary,
  serializeInnerList,
} from 'structured-headers'
import { BadRequest, Unauthorized } from '../../base/errors.ts'
import type { HeaderFields } from '../../net/headers.ts'
import type { KeyAlgorithm } from '../actor-directory.ts'
import { checkDigest } from './digest.ts'
import {
  ANY,
  type Claim,
  checkTimes,
  ED25519,
  fieldOf,
  type Place,
  RSA,
  type SignedRequest,
} from './request.ts'
import { type Signing, signText } from './signing.ts'

const ALGORITHMS: ReadonlyMap<string, readonly KeyAlgorithm[]> = new Map([
  ['rsa-v1_5-sha256', RSA],
  ['ed25519', ED25519],
])
const MOST_COMPONENTS = 32
/** each may need a key fetch */
const MOST_SIGNATURES = 2

/**
 * Reads the usable RFC 9421 signatures; proxies may have added others. A usable signature covers the required
 * components, its time is valid, and the digest matches the body.
 *
 * @returns at least one
 * @throws BadRequest if the headers are malformed
 * @throws Unauthorized with the problem of the last one, if none is usable
 */
export function readRfc9421(request: SignedRequest, place: Place, now: number): Claim[] {
  const inputs = dictionaryOf(request.headers['signature-input'])
  const signatures = dictionaryOf(request.headers.signature)
  const claims: Claim[] = []
  let problem = new Unauthorized('The request is not signed')
  for (const [label, input] of inputs) {
    try {
      if (!isInnerList(input)) throw new BadRequest('The input of the signature is malformed')
      claims.push(readOne(input, signatures.get(label), request, place, now))
    } catch (error) {
      if (!(error instanceof Unauthorized)) throw error
      problem = error
    }
  }
  if (claims.length === 0) throw problem
  return claims.slice(0, MOST_SIGNATURES)
}

function dictionaryOf(header: string | string[] | undefined) {
  try {
    return parseDictionary(String(header ?? ''))
  } catch (cause) {
    throw new BadRequest('The signature is malformed', { cause })
  }
}

function readOne(
  input: InnerList,
  signature: Item | InnerList | undefined,
  request: SignedRequest,
  place: Place,
  now: number,
): Claim {
  const [items, params] = input
  const value = signature?.[0]
  if (!(value instanceof ArrayBuffer)) throw new BadRequest('A signature is missing')
  const keyUri = params.get('keyid')
  if (typeof keyUri !== 'string') throw new Unauthorized('The signature does not name its key')
  const names = items.map(nameOf)
  if (names.length > MOST_COMPONENTS || new Set(names).size < names.length) {
    throw new BadRequest('The signature covers something twice')
  }
  checkCovered(names, request)
  const made = secondsOf(params, 'created') ?? Number.NaN
  checkTimes({ made, expires: secondsOf(params, 'expires'), now })
  const lines = names.map((name) => `"${name}": ${componentOf(name, request, place)}`)
  lines.push(`"@signature-params": ${serializeInnerList(input)}`)
  return {
    keyUri,
    algorithms: algorithmsOf(params),
    texts: [lines.join('\n')],
    signature: Buffer.from(value),
  }
}

function nameOf([name, params]: Item): string {
  if (typeof name !== 'string') throw new BadRequest('The input of the signature is malformed')
  // `;sf`, `;bs`, `;key` and `;req` are not used between servers here
  if (params.size > 0) throw new Unauthorized(`The signature covers ${name} in an unknown form`)
  return name
}

function algorithmsOf(params: Parameters): readonly KeyAlgorithm[] {
  const alg = params.get('alg')
  if (alg === undefined) return ANY
  const algorithms = typeof alg === 'string' ? ALGORITHMS.get(alg) : undefined
  if (algorithms === undefined) throw new Unauthorized('The signature is of no kind known here')
  return algorithms
}

/** @returns ms since 1970, or null */
function secondsOf(params: Parameters, name: string): number | null {
  const value = params.get(name)
  return typeof value === 'number' ? value * 1000 : null
}

/** @throws Unauthorized if the signature does not cover what identifies the request (A03) */
function checkCovered(names: readonly string[], request: SignedRequest): void {
  const covers = (name: string) => names.includes(name)
  const path = covers('@request-target') || (covers('@path') && coversQuery(request, covers))
  const target = covers('@target-uri') || (covers('@authority') && path)
  if (!covers('@method') || !target) {
    throw new Unauthorized('The signature does not cover where the request goes')
  }
  if (request.body === null) return
  if (!covers('content-digest')) throw new Unauthorized('The signature does not cover the body')
  checkDigest(request, 'content-digest')
}

function coversQuery({ target }: SignedRequest, covers: (name: string) => boolean): boolean {
  return !target.includes('?') || covers('@query')
}

/** @see https://www.rfc-editor.org/rfc/rfc9421#name-derived-components */
function componentOf(name: string, request: SignedRequest, place: Place): string {
  const { target } = request
  const query = target.indexOf('?')
  switch (name) {
    case '@method':
      return request.method
    case '@target-uri':
      return place.origin + target
    case '@authority':
      return place.domain
    case '@scheme':
      return place.origin.slice(0, place.origin.indexOf(':'))
    case '@request-target':
      return target
    case '@path':
      return query < 0 ? target : target.slice(0, query)
    case '@query':
      return query < 0 ? '?' : target.slice(query)
  }
  const value = name.startsWith('@') ? undefined : fieldOf(request, name, place)
  if (value === undefined) throw new Unauthorized(`The signature covers ${name}, which is missing`)
  return value
}

/** Headers that sign our request. */
export async function signRfc9421(signing: Signing): Promise<HeaderFields> {
  const { key, method, url, digest, now } = signing
  const headers: HeaderFields = {}
  const lines = [`"@method": ${method}`, `"@target-uri": ${url.href}`]
  const names = ['"@method"', '"@target-uri"']
  if (digest !== null) {
    headers['content-digest'] = `sha-256=:${digest}:`
    lines.push(`"content-digest": ${headers['content-digest']}`)
    names.push('"content-digest"')
  }
  const alg = key.algorithm === 'rsa' ? 'rsa-v1_5-sha256' : 'ed25519'
  const created = Math.floor(now / 1000)
  const params = `(${names.join(' ')});created=${created};keyid="${key.uri}";alg="${alg}"`
  lines.push(`"@signature-params": ${params}`)
  const signature = await signText(key, lines.join('\n'))
  headers['signature-input'] = `sig1=${params}`
  headers.signature = `sig1=:${signature}:`
  return headers
}
