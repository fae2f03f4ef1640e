import { type Finding, fail, ok, reasonOf, warn } from '../../features/health/finding.ts'
import { SOFTWARE, userAgentOf } from '../../features/instance/software.ts'
import type { Config } from '../../kernel/base/config.ts'
import { createLazyEgress } from '../../kernel/net/lazy-egress.ts'
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

async function checkAnswer({ origin, egressAllow }: Config): Promise<Finding> {
  await using egress = createLazyEgress({ allow: egressAllow, userAgent: userAgentOf(origin) })
  try {
    const url = `${origin}/nodeinfo/2.0`
    const limits = { maxBytes: ANSWER_BYTES, timeoutMs: TIMEOUT, maxRedirects: 0 }
    const { status, body } = await egress.fetch({ url, ...limits })
    if (status === 200 && body.includes(`"${SOFTWARE.name}"`)) return ok(`${origin} answers`)
    const text = `${origin} answers, but not with this server (status ${status})`
    return warn(text, 'Check where the name and the reverse proxy lead')
  } catch (error) {
    const text = `${origin} does not answer from here: ${reasonOf(error)}`
    return warn(text, 'If the server runs, check DNS, firewall and reverse proxy')
  }
}
