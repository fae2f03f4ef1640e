import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { type Check, type Finding, fail, ok, reasonOf, warn } from './finding.ts'

/** Whether the port is free or ours, and who is believed and reached. */
export const checkNetwork: Check = async (config) => [
  await checkPort(config),
  checkProxies(config),
  checkEgress(config),
]

async function checkPort({ host, port, dataDir }: Config): Promise<Finding> {
  const running = runningServer(dataDir)
  const listener = createServer()
  try {
    listener.listen(port, host)
    await once(listener, 'listening')
    return ok(`Port ${port} is free`)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') {
      return fail(`Port ${port} cannot be used: ${reasonOf(error)}`, 'Set HOST and PORT')
    }
    if (running !== null) return ok(`A server runs on port ${port} (process ${running})`)
    return fail(`Port ${port} is used by another program`, 'Stop it, or set PORT')
  } finally {
    listener.close()
  }
}

/** @returns the process that has locked the data directory, or null */
function runningServer(dataDir: string): number | null {
  try {
    const { pid } = JSON.parse(readFileSync(join(dataDir, 'server.lock'), 'utf8'))
    process.kill(pid, 0)
    return pid
  } catch {
    return null
  }
}

function checkProxies({ trustedProxies, origin }: Config): Finding {
  if (trustedProxies.some((network) => network.endsWith('/0'))) {
    const text = 'TRUSTED_PROXIES believes everybody: anyone can claim any address'
    return fail(text, 'List the addresses of your reverse proxies only')
  }
  if (trustedProxies.length > 0) return ok(`Proxies believed: ${trustedProxies.join(', ')}`)
  if (!origin.startsWith('https:')) return ok('No reverse proxy is believed')
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
