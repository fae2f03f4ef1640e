import { isIP } from 'node:net'
import { devNull } from 'node:os'
import { type Finding, fail, ok, reasonOf, warn } from '../../features/health/finding.ts'
import { SOFTWARE, userAgentOf } from '../../features/instance/software.ts'
import type { Config } from '../../kernel/base/config.ts'
import { render } from '../../kernel/base/translatable-text.ts'
import { createLazyEgress } from '../../kernel/net/lazy-egress.ts'
import { ownAddresses, whereNameLeads } from '../../kernel/net/name-leads.ts'
import { createLookUp } from '../../kernel/net/resolver.ts'
import type { Check } from './check.ts'

const TIMEOUT = 10_000
const ANSWER_BYTES = 1024

/** Checks that ORIGIN is an address that other servers can use. */
export const checkAddress: Check = async (config) => {
  const { protocol, hostname } = new URL(config.origin)
  if (['localhost', '127.0.0.1', '[::1]'].includes(hostname)) {
    const text = `ORIGIN is ${config.origin}: only this machine can use it`
    return [warn(text, 'Set ORIGIN to the public address before the first start')]
  }
  const answer = await checkAnswer(config)
  if (protocol === 'https:') return [answer]
  const advice =
    'Set ORIGIN to https://… and start with --https, or put a reverse proxy with a certificate in front'
  return [answer, fail('ORIGIN is not https: other servers and most clients refuse it', advice)]
}

async function checkAnswer(config: Config): Promise<Finding> {
  const { origin, egressAllow } = config
  await using egress = createLazyEgress({ allow: egressAllow, userAgent: userAgentOf(origin) })
  try {
    const url = `${origin}/nodeinfo/2.0`
    const limits = { maxBytes: ANSWER_BYTES, timeoutMs: TIMEOUT, maxRedirects: 0 }
    const { status, body } = await egress.fetch({ url, ...limits })
    if (status === 200 && body.includes(`"${SOFTWARE.name}"`)) return ok(`${origin} answers`)
    const text = `${origin} answers, but not with this server (status ${status})`
    return warn(
      text,
      (await adviceOnName(config)) ?? 'Check where the name and the reverse proxy lead',
    )
  } catch (error) {
    const text = `${origin} does not answer from here: ${reasonOf(error)}`
    const advice = 'If the server runs, check DNS, firewall and reverse proxy'
    return warn(text, (await adviceOnName(config)) ?? advice)
  }
}

/** Null where a proxy may stand before the server, to which the name leads then. */
async function adviceOnName({ https, origin }: Config): Promise<string | null> {
  const { hostname: name } = new URL(origin)
  if (https === null || isIP(name.replace(/^\[|\]$/g, '')) !== 0) return null
  const lookUp = createLookUp({ hostsFile: devNull })
  return render(await whereNameLeads({ name, lookUp, own: ownAddresses() }))
}
