import { once } from 'node:events'
import { createServer } from 'node:http'
import { type Finding, fail, ok, reasonOf, warn } from '../../features/health/finding.ts'
import { type Config, plainHostOf } from '../../kernel/base/config.ts'
import { runningServers, type ServerInfo } from '../../kernel/db/server-lock.ts'
import type { Check } from './check.ts'

/** Checks the port, the trusted proxies and the allowed outgoing addresses. */
export const checkNetwork: Check = async (config) => [
  await checkPort(config),
  ...(await checkWebPorts(config)),
  checkProxies(config),
  checkEgress(config),
]

async function checkPort(config: Config): Promise<Finding> {
  const { port, dataDir } = config
  const running = runningServers(dataDir)
  const first = running.find((one) => one.port === port) ?? running[0]
  if (first !== undefined) return describeRunning(first, port)
  return tryPort(plainHostOf(config), port, 'PORT')
}

/** The ports of a server that ends TLS itself and does not run at the moment. */
async function checkWebPorts({ host, https, dataDir }: Config): Promise<Finding[]> {
  if (https === null || runningServers(dataDir).length > 0) return []
  return [
    await tryPort(host, https.port, 'HTTPS_PORT'),
    await tryPort(host, https.httpPort, 'HTTP_PORT'),
  ]
}

async function tryPort(host: string, port: number, setting: string): Promise<Finding> {
  const listener = createServer()
  try {
    listener.listen(port, host)
    await once(listener, 'listening')
    return ok(`Port ${port} is free`)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') {
      return fail(`Port ${port} cannot be used: ${reasonOf(error)}`, `Set HOST and ${setting}`)
    }
    return fail(`Port ${port} is used by another program`, `Stop it, or set ${setting}`)
  } finally {
    listener.close()
  }
}

/** @param asked the port of these settings, which may differ from that of the running server */
function describeRunning({ pid, host, port }: ServerInfo, asked: number): Finding {
  if (port === 0) return ok(`Process ${pid} restores a backup; nothing listens meanwhile`)
  const text = `A server runs on ${host} port ${port} (process ${pid})`
  if (asked === port) return ok(text)
  return warn(`${text}, PORT here is ${asked}`, `Let the reverse proxy lead to port ${port}`)
}

function checkProxies({ trustedProxies, origin, https }: Config): Finding {
  if (trustedProxies.some((network) => network.endsWith('/0'))) {
    const text = 'TRUSTED_PROXIES believes everybody: anyone can claim any address'
    return fail(text, 'List the addresses of your reverse proxies only')
  }
  if (trustedProxies.length > 0) return ok(`Proxies believed: ${trustedProxies.join(', ')}`)
  if (https !== null || !origin.startsWith('https:')) return ok('No reverse proxy is believed')
  const text = 'ORIGIN is https, but no reverse proxy is believed'
  return warn(
    text,
    'Set TRUSTED_PROXIES (127.0.0.1 for one on this machine), or all seem one client',
  )
}

function checkEgress({ egressAllow }: Config): Finding {
  if (egressAllow.length === 0) return ok('Calls go to public addresses only')
  const list = egressAllow.join(', ')
  if (egressAllow.some((network) => network.endsWith('/0'))) {
    const text = 'EGRESS_ALLOW lets others make this server call anything on your network'
    return fail(text, 'List only the networks that you need')
  }
  return warn(`Calls may also go to ${list}`, 'Keep EGRESS_ALLOW only while you need it')
}
