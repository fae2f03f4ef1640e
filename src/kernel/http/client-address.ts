import { BlockList, isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** Whether the peer at this address is a configured proxy, whose X-Forwarded-For is trusted. */
export type IsProxy = (address: string | undefined) => boolean

/** @param networks addresses and CIDRs, as `readConfig` accepts them */
export function proxyCheck(networks: readonly string[]): IsProxy {
  if (networks.length === 0) return () => false
  const trusted = new BlockList()
  for (const network of networks) addNetwork(trusted, network)
  // nearly every request comes from the same proxy
  let lastAddress: string | undefined
  let lastAnswer = false
  return (address) => {
    if (address === lastAddress) return lastAnswer
    lastAddress = address
    lastAnswer = address !== undefined && contains(trusted, plainAddress(address))
    return lastAnswer
  }
}

/**
 * The client's address: the nearest address that is no configured proxy. IPv4 is always dotted, also from a
 * dual-stack socket; a forwarded value that is no address is ignored.
 */
export function clientAddress(request: FastifyRequest): string {
  const address = plainAddress(request.ip ?? '')
  if (isIP(address) !== 0) return address
  return plainAddress(request.socket.remoteAddress ?? '')
}

/** The unit that counts as one client: an IPv4 address, or the /64 network of an IPv6 address. */
export function clientNetwork(address: string): string {
  if (!address.includes(':')) return address
  const [head = '', tail] = address.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array<string>(Math.max(8 - before.length - after.length, 0)).fill('0')
  const groups = tail === undefined ? before : [...before, ...zeros, ...after]
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

function addNetwork(list: BlockList, network: string): void {
  const [address = '', prefix] = network.split('/')
  const family = address.includes(':') ? 'ipv6' : 'ipv4'
  if (prefix === undefined) list.addAddress(address, family)
  else list.addSubnet(address, Number(prefix), family)
}

function contains(list: BlockList, address: string): boolean {
  const family = isIP(address)
  return family !== 0 && list.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

function plainAddress(address: string): string {
  if (address.startsWith('::ffff:') && address.includes('.')) return address.slice(7)
  const zone = address.indexOf('%')
  return zone === -1 ? address : address.slice(0, zone)
}
