import { isIP, type LookupFunction } from 'node:net'
import { createSecureContext } from 'node:tls'
import { buildConnector } from 'undici'
import { needsAllowList } from '../base/public-endpoint.ts'
import { type AllowList, isGlobalUnicast } from './address-policy.ts'
import { EgressFailed, EgressRefused, type RefusalReason } from './errors.ts'
import type { LookUp } from './resolver.ts'
import type { KeptConnections } from './reused-connections.ts'
import { createTlsSessions } from './tls-sessions.ts'

const CONNECT_TIMEOUT_MS = 8_000
/** how long one of several addresses may take before the next is tried */
const ATTEMPT_TIMEOUT_MS = 500

/**
 * Opens the sockets of all outgoing requests. The addresses of a name are resolved once, checked, and
 * passed to the socket: it connects only to a checked address (A30).
 *
 * @param kept gets each socket
 */
export function createConnector(
  allow: AllowList,
  lookUp: LookUp,
  kept: KeptConnections,
): buildConnector.connector {
  const sessions = createTlsSessions()
  const options = {
    allowH2: false,
    timeout: CONNECT_TIMEOUT_MS,
    maxCachedSessions: sessions.max,
    // shared by all: otherwise each connection creates its own
    secureContext: createSecureContext(),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ATTEMPT_TIMEOUT_MS,
  }
  const isPublic = (address: string) => isGlobalUnicast(address) || allow.includes(address)
  const toPublic = buildConnector({ ...options, lookup: createLookup(lookUp, isPublic) })
  const toAllowed = buildConnector({ ...options, lookup: createLookup(lookUp, allow.includes) })

  return (endpoint, callback) => {
    const reason = needsAllowList(endpoint)
    const permits = reason === null ? isPublic : allow.includes
    const refusal = refusalOf(endpoint.hostname, reason, allow, permits)
    if (refusal !== null) {
      queueMicrotask(() => callback(refusal, null))
      return
    }
    const connect = reason === null ? toPublic : toAllowed
    connect(endpoint, (error, socket) => {
      if (error === null) {
        sessions.keepOf(endpoint.hostname, socket)
        kept.watch(socket)
        callback(null, socket)
      } else callback(reason === null ? error : withReason(error, reason), null)
    })
  }
}

/** The refusal that is certain before the DNS query; a socket to an IP address never calls `lookup`. */
function refusalOf(
  hostname: string,
  reason: RefusalReason | null,
  allow: AllowList,
  permits: (address: string) => boolean,
): EgressRefused | null {
  if (isIP(hostname) !== 0) {
    return permits(hostname) ? null : refused(reason ?? 'address', hostname)
  }
  return reason !== null && allow.isEmpty ? refused(reason, hostname) : null
}

function createLookup(lookUp: LookUp, permits: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookUp(hostname).then(
      (addresses) => {
        const permitted = addresses.filter(permits)
        const [first] = permitted
        if (first === undefined) callback(noAddress(hostname, addresses.length), '')
        else if (options.all === true) callback(null, permitted.map(withFamily))
        else callback(null, first, isIP(first))
      },
      (error) => callback(error, ''),
    )
  }
}

function withFamily(address: string): { address: string; family: number } {
  return { address, family: isIP(address) }
}

function noAddress(hostname: string, resolved: number): Error {
  if (resolved > 0) return refused('address', hostname)
  return new EgressFailed('dns', `The name ${hostname} has no address`)
}

/** Replaces the reason by the rule that an allowed address would have lifted. */
function withReason(error: Error, reason: RefusalReason): Error {
  if (!(error instanceof EgressRefused)) return error
  return new EgressRefused(reason, error.message)
}

function refused(reason: RefusalReason, hostname: string): EgressRefused {
  return new EgressRefused(reason, `${hostname} is not an address that this server may reach`)
}
