import { BlockList, isIP } from 'node:net'
import type { App, CachedValue } from '../../kernel/core/app.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { IpBlockTable } from './tables.ts'

type Severity = IpBlockTable['severity']

const SEVERITIES = ['no_access', 'sign_up_block', 'sign_up_requires_approval'] as const

/** The operator's IP blocks: `await app.cached.get(ipBlocks)`. */
export interface IpBlocks {
  /** the most severe block in force at this time (ms since 1970), or null */
  severityOf(ip: string, now: number): Severity | null
}

export const ipBlocks: CachedValue<IpBlocks> = {
  name: 'ip blocks',
  async load(db: Db) {
    const rows = await db.selectFrom('ip_block').select(['ip', 'severity', 'expires_at']).execute()
    return createIpBlocks(rows)
  },
}

export type IpBlockRow = Pick<IpBlockTable, 'ip' | 'severity' | 'expires_at'>

/** @param rows an `ip` that is neither an address nor CIDR has no effect */
export function createIpBlocks(rows: readonly IpBlockRow[]): IpBlocks {
  let lists: Record<Severity, BlockList> | null = null
  let validUntil = 0
  return {
    severityOf(ip, now) {
      if (rows.length === 0) return null
      if (lists === null || now >= validUntil) {
        const standing = rows.filter(({ expires_at }) => expires_at === null || expires_at > now)
        validUntil = Math.min(...standing.map(({ expires_at }) => expires_at ?? Infinity))
        lists = listsOf(standing)
      }
      const family = isIP(ip) === 6 ? 'ipv6' : 'ipv4'
      return SEVERITIES.find((severity) => lists![severity].check(ip, family)) ?? null
    },
  }
}

function listsOf(rows: readonly IpBlockRow[]): Record<Severity, BlockList> {
  const lists = {
    no_access: new BlockList(),
    sign_up_block: new BlockList(),
    sign_up_requires_approval: new BlockList(),
  }
  for (const { ip, severity } of rows) addTo(lists[severity], ip)
  return lists
}

function addTo(list: BlockList, cidr: string): void {
  const [address = '', prefix] = cidr.split('/')
  const version = isIP(address)
  if (version === 0) return
  const [family, longest] = version === 6 ? (['ipv6', 128] as const) : (['ipv4', 32] as const)
  const length = prefix === undefined ? longest : Number(prefix)
  if (Number.isInteger(length) && length <= longest) list.addSubnet(address, length, family)
}

/**
 * Whether every request from this address is refused (S-052); a promise only until the blocks are
 * loaded.
 */
export function ipBlocked(
  app: Pick<App, 'cached' | 'clock'>,
  ip: string,
): boolean | Promise<boolean> {
  const refuses = (blocks: IpBlocks) => blocks.severityOf(ip, app.clock()) === 'no_access'
  const known = app.cached.peek(ipBlocks)
  return known === undefined ? app.cached.get(ipBlocks).then(refuses) : refuses(known)
}
