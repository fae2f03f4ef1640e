import { Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { createLruCache } from '../cache/lru-cache.ts'
import { EgressFailed } from './errors.ts'

export interface AddressRecord {
  address: string
  /** seconds */
  ttl: number
}

/** Queries DNS. @returns nothing if the name has no address; throws if no server answers */
export type Resolve = (name: string) => Promise<AddressRecord[]>

/** @returns every address of the name, none if it has none; @throws EgressFailed */
export type LookUp = (name: string) => Promise<string[]>

export interface ResolverOptions {
  resolve?: Resolve | undefined
  hostsFile?: string | undefined
  clock?: (() => number) | undefined
}

const MAX_NAMES = 5_000
const MAX_ADDRESSES = 16
/** seconds; the minimum keeps a name with TTL 0 from costing a query per request */
const TTL = { least: 5, most: 300, absent: 30 }
const HOSTS_MAX_AGE_MS = 60_000
const QUERY_TIMEOUT_MS = 1_000

/**
 * Resolves names outside of libuv's thread pool, so that dead DNS servers do not block other work: the
 * hosts file first, then DNS, with a bounded cache. Concurrent lookups of a name share one query.
 */
export function createLookUp(options: ResolverOptions): LookUp {
  const { resolve = createDnsResolve(), clock = Date.now } = options
  const hosts = createHosts(options.hostsFile ?? '/etc/hosts', clock)
  const cache = createLruCache<string, { addresses: string[]; until: number }>(MAX_NAMES)
  const running = new Map<string, Promise<string[]>>()

  async function query(name: string): Promise<string[]> {
    const records = (await askDns(resolve, name)).slice(0, MAX_ADDRESSES)
    const addresses = records.map((record) => record.address)
    cache.set(name, { addresses, until: clock() + lifetime(records) * 1000 })
    return addresses
  }

  return async (name) => {
    if (name === 'localhost' || name.endsWith('.localhost')) return ['127.0.0.1', '::1']
    const local = (await hosts()).get(name)
    if (local !== undefined) return local
    const cached = cache.get(name)
    if (cached !== undefined && cached.until > clock()) return cached.addresses
    const underWay = running.get(name)
    if (underWay !== undefined) return underWay
    const answer = query(name).finally(() => running.delete(name))
    running.set(name, answer)
    return answer
  }
}

function lifetime(records: AddressRecord[]): number {
  if (records.length === 0) return TTL.absent
  const shortest = Math.min(...records.map((record) => record.ttl))
  return Math.min(Math.max(shortest, TTL.least), TTL.most)
}

async function askDns(resolve: Resolve, name: string): Promise<AddressRecord[]> {
  try {
    return await resolve(name)
  } catch (cause) {
    throw new EgressFailed('dns', `The name ${name} cannot be resolved`, { cause })
  }
}

/** Two tries of one second; IPv4 first, because a broken IPv6 route delays each connection. */
function createDnsResolve(): Resolve {
  const resolver = new Resolver({
    timeout: QUERY_TIMEOUT_MS,
    tries: 2,
    maxTimeout: QUERY_TIMEOUT_MS,
  })
  return async (name) => {
    const [v4, v6] = await Promise.allSettled([
      resolver.resolve4(name, { ttl: true }),
      resolver.resolve6(name, { ttl: true }),
    ])
    const records = [v4, v6].flatMap((answer) =>
      answer.status === 'fulfilled' ? answer.value : [],
    )
    if (records.length > 0) return records
    for (const answer of [v4, v6]) {
      if (answer.status === 'rejected' && !isAbsent(answer.reason)) throw answer.reason
    }
    return []
  }
}

function isAbsent(error: { code?: unknown }): boolean {
  return error.code === 'ENOTFOUND' || error.code === 'ENODATA'
}

/** Reads the file again once a minute; a missing file counts as empty. */
function createHosts(file: string, clock: () => number): () => Promise<Map<string, string[]>> {
  let loaded: Promise<Map<string, string[]>> | null = null
  let loadedAt = 0
  return () => {
    if (loaded === null || clock() - loadedAt > HOSTS_MAX_AGE_MS) {
      loadedAt = clock()
      loaded = readFile(file, 'utf8').then(parseHosts, () => new Map())
    }
    return loaded
  }
}

/** @returns addresses by lower-case name, from the text of a hosts file */
export function parseHosts(text: string): Map<string, string[]> {
  const hosts = new Map<string, string[]>()
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    if (isIP(address) === 0) continue
    for (const name of names) {
      const key = name.toLowerCase()
      hosts.set(key, [...(hosts.get(key) ?? []), address])
    }
  }
  return hosts
}
