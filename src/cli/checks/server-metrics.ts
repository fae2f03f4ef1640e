import { isIP } from 'node:net'
import { userAgentOf } from '../../features/instance/software.ts'
import type { Config } from '../../kernel/base/config.ts'
import { SECOND } from '../../kernel/base/durations.ts'
import type { ServerInfo } from '../../kernel/db/server-lock.ts'
import { createLazyEgress } from '../../kernel/net/lazy-egress.ts'

const TIMEOUT = 10 * SECOND
const MOST_BYTES = 8 << 20

/**
 * Asks a server of this machine for its metrics.
 * @throws Error if it does not show them
 */
export async function readMetrics(config: Config, { host, port }: ServerInfo): Promise<string> {
  const address = loopbackOf(host)
  const allow = isIP(address) === 0 ? [] : [`${address}/${isIP(address) === 4 ? 32 : 128}`]
  await using egress = createLazyEgress({ allow, userAgent: userAgentOf(config.origin) })
  const url = `http://${isIP(address) === 6 ? `[${address}]` : address}:${port}/metrics`
  const token = config.metricsToken
  const headers = token === null ? {} : { authorization: `Bearer ${token}` }
  const limits = { maxBytes: MOST_BYTES, timeoutMs: TIMEOUT, maxRedirects: 0 }
  const { status, body } = await egress.fetch({ url, headers, ...limits })
  if (status !== 200) throw new Error(`status ${status}`)
  return body.toString()
}

/** An address of this machine under which a server that listens on `host` may be asked for metrics. */
function loopbackOf(host: string): string {
  return ['::', '0.0.0.0', 'localhost'].includes(host) ? '127.0.0.1' : host
}
