import type { FastifyReply, FastifyRequest } from 'fastify'

export interface CookieOptions {
  /** seconds; without it the cookie ends with the browser session, 0 removes it */
  maxAge?: number
  /** sent over HTTPS only: `config.secureCookies` */
  secure: boolean
  path?: string
  /** default Lax; Strict is not sent with any navigation from another site */
  sameSite?: 'Lax' | 'Strict'
  /** scripts of ours may read it: it is no secret */
  script?: boolean
}

/** Value of the request's cookie, decoded, or null. */
export function readCookie(request: FastifyRequest, name: string): string | null {
  const header = request.headers.cookie
  if (header === undefined) return null
  for (const pair of header.split(';')) {
    const separator = pair.indexOf('=')
    if (separator === -1 || pair.slice(0, separator).trim() !== name) continue
    try {
      return decodeURIComponent(pair.slice(separator + 1).trim())
    } catch {
      return null
    }
  }
  return null
}

/** Adds a cookie that scripts cannot read, unless they may. */
export function setCookie(
  reply: FastifyReply,
  name: string,
  value: string,
  options: CookieOptions,
): void {
  const parts = [`${name}=${encodeURIComponent(value)}`, `Path=${options.path ?? '/'}`]
  if (options.script !== true) parts.push('HttpOnly')
  parts.push(`SameSite=${options.sameSite ?? 'Lax'}`)
  if (options.secure) parts.push('Secure')
  if (options.maxAge !== undefined) parts.push(`Max-Age=${options.maxAge}`)
  reply.header('set-cookie', parts.join('; '))
}
