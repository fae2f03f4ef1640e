import { once } from 'node:events'
import { createServer } from 'node:http'
import { listenError, type PortSetting } from '../../app/listen-error.ts'
import { type Finding, fail, ok, reasonOf, warn } from '../../features/health/finding.ts'
import { readStored } from '../../kernel/acme/stored-files.ts'
import { type Config, DEFAULT_PORT, plainHostOf } from '../../kernel/base/config.ts'
import { runningServers, type ServerInfo } from '../../kernel/db/server-lock.ts'
import type { Check } from './check.ts'

/** Checks the port, the trusted proxies and the allowed outgoing addresses. */
export const checkNetwork: Check = async (config) => [
  await checkPort(config),
  ...(await checkWebPorts(config)),
  await checkProxies(config),
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

async function tryPort(host: string, port: number, setting: PortSetting): Promise<Finding> {
  const listener = createServer()
  try {
    listener.listen(port, host)
    await once(listener, 'listening')
    return ok(`Port ${port} is free`)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') return notFromHere(port, setting)
    const told = reasonOf(listenError(error, { host, port, setting }))
    const [text = told, advice = `Set HOST and ${setting}`] = told.split(/; (.*)/s)
    return fail(text, advice.charAt(0).toUpperCase() + advice.slice(1))
  } finally {
    listener.close()
  }
}

/** The right to ports below 1024 is that of the service: an operator's shell has it seldom. */
function notFromHere(port: number, setting: PortSetting): Finding {
  return warn(
    `This shell may not listen on port ${port}, so whether the server can is not known`,
    `Nothing to do if its service may (AmbientCapabilities=CAP_NET_BIND_SERVICE, as the units of Rookery for systemd have it); else give it that right, or set ${setting} to a higher port`,
  )
}

/**
 * @param asked the port of these settings, which may differ from that of the running server: the default is that of a shell
 * without its settings
 */
function describeRunning({ pid, host, port }: ServerInfo, asked: number): Finding {
  if (port === 0) return ok(`Process ${pid} restores a backup; nothing listens meanwhile`)
  const text = `A server runs on ${host} port ${port} (process ${pid})`
  if (asked === port || asked === DEFAULT_PORT) return ok(text)
  return warn(`${text}, PORT here is ${asked}`, `Let the reverse proxy lead to port ${port}`)
}

async function checkProxies(config: Config): Promise<Finding> {
  const { trustedProxies, origin, https, dataDir } = config
  if (trustedProxies.some((network) => network.endsWith('/0'))) {
    const text = 'TRUSTED_PROXIES believes everybody: anyone can claim any address'
    return fail(text, 'List the addresses of your reverse proxies only')
  }
  if (trustedProxies.length > 0) return ok(`Proxies believed: ${trustedProxies.join(', ')}`)
  if (https !== null || !origin.startsWith('https:')) return ok('No reverse proxy is believed')
  if ((await readStored(dataDir, 'certificate')) !== null) {
    return ok('No reverse proxy is believed: the server has a certificate of its own')
  }
  return warn(
    'ORIGIN is https, but no reverse proxy is believed',
    'Set TRUSTED_PROXIES (127.0.0.1 for one on this machine), or all seem one client; without a proxy set HTTPS=on',
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
