import { createHash, timingSafeEqual } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { clientAddress } from '../http/client-address.ts'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Headers in which a proxy names the client. */
const FORWARDING = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'] as const

/**
 * Whether a request may read the metrics: it has the token or, if none is set, it comes from this machine and
 * uses one of the machine's own names. A request that a proxy on this machine forwards is recognised by its
 * headers or by the name, even if the proxy is not configured as trusted (A44).
 *
 * @param token of the setting METRICS_TOKEN
 */
export function mayScrape(request: FastifyRequest, token: string | null): boolean {
  if (token !== null) return bearsToken(request, token)
  if (!isLoopback(clientAddress(request))) return false
  const peer = request.socket.remoteAddress ?? ''
  const forwarded = FORWARDING.some((name) => request.headers[name] !== undefined)
  // a trusted proxy has already set the client address
  if (forwarded && request.ip === peer) return false
  return isOwnName(request.hostname)
}

function bearsToken({ headers }: FastifyRequest, token: string): boolean {
  const given = /^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1]
  return given !== undefined && timingSafeEqual(digest(given), digest(token))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function isLoopback(address: string): boolean {
  const family = isIP(address)
  return family !== 0 && loopback.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

function isOwnName(hostname: string): boolean {
  const name = hostname.replace(/^\[|\]$/g, '')
  return name === 'localhost' || isLoopback(name)
}
