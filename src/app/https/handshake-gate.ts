import { clientNetwork } from '../../kernel/http/client-address.ts'

/** Limits of connections that have said nothing useful yet. */
export interface GateLimits {
  /** of one IPv4 address, or one /64 network of IPv6 */
  perNetwork: number
  total: number
}

/**
 * Bounds half-open connections (A106). The oldest make room, first those of the same network: whoever is there to speak does
 * so at once, so that silent connections keep nobody out.
 */
export interface Gate {
  /**
   * @param close called when this connection has to make room
   * @returns the function that tells that it is no longer half-open
   */
  admit(address: string, close: () => void): () => void
  readonly size: number
  /** closes all that are half-open */
  clear(): void
}

interface HalfOpen {
  network: string
  close(): void
}

export function createGate({ perNetwork, total }: GateLimits): Gate {
  /** in the order in which they came */
  const open = new Set<HalfOpen>()
  const makeRoom = (network: string) => {
    const neighbours = [...open].filter((one) => one.network === network)
    const oldest = neighbours.length >= perNetwork ? neighbours[0] : null
    if (oldest) return remove(oldest)
    if (open.size >= total) remove([...open][0]!)
  }
  const remove = (one: HalfOpen) => {
    open.delete(one)
    one.close()
  }
  return {
    admit(address, close) {
      const one = { network: clientNetwork(address), close }
      makeRoom(one.network)
      open.add(one)
      return () => void open.delete(one)
    },
    get size() {
      return open.size
    },
    clear() {
      for (const one of [...open]) remove(one)
    },
  }
}
