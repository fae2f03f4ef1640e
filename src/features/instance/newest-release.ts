import type { Egress } from '../../kernel/net/egress.ts'
import { SOFTWARE } from './software.ts'

const TIMEOUT = 10_000
/** bytes: descriptions of releases have some ten kB */
const MAX_BYTES = 512 * 1024

/** Only this is shown of what a stranger answers. */
const VERSION = /^v?(\d{1,6}\.\d{1,6}\.\d{1,6})$/

/**
 * Asks an address for the newest release: that of a forge (`…/releases/latest` of GitHub, Gitea and Forgejo) or of an npm
 * registry (`…/PACKAGE/latest`). It learns the version of this server, not its name.
 *
 * @returns the version, three numbers
 * @throws Error with a reason
 */
export async function askNewestRelease(egress: Pick<Egress, 'fetch'>, url: string) {
  const { status, body } = await egress.fetch({
    url,
    accept: ['application/json'],
    maxBytes: MAX_BYTES,
    timeoutMs: TIMEOUT,
  })
  if (status !== 200) throw new Error(`it answers with status ${status}`)
  const version = readVersion(body.toString())
  if (version === null) throw new Error('it names no version')
  return version
}

function readVersion(text: string): string | null {
  try {
    const { tag_name, version = tag_name } = JSON.parse(text)
    return VERSION.exec(String(version))?.[1] ?? null
  } catch {
    return null
  }
}

/** Whether a release is newer than this program; a version of this one that is not released yet counts as released. */
export function isNewer(release: string, own: string = SOFTWARE.version): boolean {
  const [theirs, ours] = [release, own].map((text) => text.split(/[.-]/, 3).map(Number))
  const at = theirs!.findIndex((number, index) => number !== ours![index])
  return at !== -1 && theirs![at]! > ours![at]!
}
