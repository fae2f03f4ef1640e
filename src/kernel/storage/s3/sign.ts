import { createHash, createHmac } from 'node:crypto'

/** The parts of a request that its signature covers. */
export interface Signable {
  method: string
  url: URL
  /** all are signed, with names in lower case */
  headers: Record<string, string>
  /** SHA-256 of the body, in hexadecimal digits */
  bodyHash: string
}

export interface SigningKeys {
  region: string
  accessKeyId: string
  secretAccessKey: string
  sessionToken: string | null
}

/**
 * The headers of a request with those of its signature. The store checks the body against its hash.
 *
 * @param now ms since 1970
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
export function sign(request: Signable, keys: SigningKeys, now: number): Record<string, string> {
  const time = new Date(now).toISOString().replace(/[:-]|\.\d{3}/g, '')
  const scope = `${time.slice(0, 8)}/${keys.region}/s3/aws4_request`
  const headers: Record<string, string> = {
    ...request.headers,
    host: request.url.host,
    'x-amz-content-sha256': request.bodyHash,
    'x-amz-date': time,
    ...(keys.sessionToken !== null && { 'x-amz-security-token': keys.sessionToken }),
  }
  const names = Object.keys(headers).sort()
  const canonical = [
    request.method,
    request.url.pathname,
    canonicalQuery(request.url),
    ...names.map((name) => `${name}:${headers[name]!.trim()}`),
    '',
    names.join(';'),
    request.bodyHash,
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  const signature = hmac(signingKey(keys.secretAccessKey, scope), text).toString('hex')
  const authorization =
    `AWS4-HMAC-SHA256 Credential=${keys.accessKeyId}/${scope},` +
    `SignedHeaders=${names.join(';')},Signature=${signature}`
  return { ...headers, authorization }
}

export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}

function canonicalQuery(url: URL): string {
  const pairs = [...url.searchParams].map((pair) => pair.map(encode).join('='))
  return pairs.sort().join('&')
}

/** As RFC 3986 has it: `encodeURIComponent` leaves more characters. */
function encode(text: string): string {
  const code = (char: string) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`
  return encodeURIComponent(text).replace(/[!'()*]/g, code)
}

function signingKey(secret: string, scope: string): Buffer {
  return scope.split('/').reduce<Buffer>(hmac, Buffer.from(`AWS4${secret}`))
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
