import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Finding, ok, reasonOf, warn } from '../../features/health/finding.ts'
import { askNewestRelease, isNewer } from '../../features/instance/newest-release.ts'
import { SOFTWARE } from '../../features/instance/software.ts'
import type { Config } from '../../kernel/base/config.ts'
import { DAY, HOUR } from '../../kernel/base/durations.ts'
import { createLazyEgress } from '../../kernel/net/lazy-egress.ts'
import type { Check } from './check.ts'

/** The last answer, so that the address is asked once a day, or once an hour while it does not answer. */
interface Asked {
  url: string
  /** ms since 1970 */
  at: number
  version: string | null
  /** why there is no version */
  reason: string
}

/** Says whether there is a newer release, if the operator wants to have somebody asked. */
export const checkRelease: Check = async (config) => {
  const { updateCheck: url } = config
  if (url === null) return []
  const file = join(config.dataDir, 'newest-release.json')
  const known = await readAsked(file)
  if (known !== null && known.url === url && isRecent(known)) return [describe(known)]
  const asked = await ask(config, url)
  // a folder that is not there yet, or belongs to another user, keeps nothing
  await writeFile(file, JSON.stringify(asked), { mode: 0o600 }).catch(() => {})
  return [describe(asked)]
}

async function readAsked(file: string): Promise<Asked | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return null
  }
}

/** A time in the future was written by a clock that was wrong. */
function isRecent({ at, version }: Asked): boolean {
  const age = Date.now() - at
  return age >= 0 && age < (version === null ? HOUR : DAY)
}

async function ask({ egressAllow }: Config, url: string): Promise<Asked> {
  const userAgent = `${SOFTWARE.name}/${SOFTWARE.version}`
  await using egress = createLazyEgress({ allow: egressAllow, userAgent })
  const at = Date.now()
  try {
    return { url, at, version: await askNewestRelease(egress, url), reason: '' }
  } catch (error) {
    return { url, at, version: null, reason: reasonOf(error) }
  }
}

function describe({ url, version, reason }: Asked): Finding {
  const { host } = new URL(url)
  if (version === null) {
    const text = `Whether there is a newer release is not known: ${host} cannot be asked: ${reason}`
    return warn(text, 'Check UPDATE_CHECK; nothing else depends on it')
  }
  if (!isNewer(version)) return ok(`${host} knows no release after ${SOFTWARE.version}`)
  const text = `Release ${version} is there, and this is ${SOFTWARE.version}`
  return warn(text, 'Read its changelog, make a backup and update: docs/install')
}
