import { Unreachable } from '../../kernel/base/errors.ts'
import { parseUrl } from '../../kernel/base/parse-url.ts'
import { createDomainSlots } from '../../kernel/net/domain-slots.ts'
import { createSemaphore } from '../../kernel/processing/semaphore.ts'
import type { Source } from './remote-files.ts'

/** maximum of concurrent fetches; of pictures each may need 32 MiB of memory for a moment */
const PICTURES = { total: 12, ofDomain: 3 }
/** These may take minutes. */
const RECORDINGS = { total: 8, ofDomain: 2 }
/** ms that a fetch waits for others from its domain: browsers have few connections to this server */
const PATIENCE = 20_000
/** maximum that wait for one domain */
const LONGEST_QUEUE = 1_000

/**
 * Fetches a source when there is a free slot for it. Those from a domain that is slow take no slot that others need
 * (A141).
 * @throws Unreachable if none became free in time
 */
export type InSlot = <T>(source: Source, work: () => Promise<T>) => Promise<T>

export function createFetchSlots(): InSlot {
  const pictures = createSlots(PICTURES)
  const recordings = createSlots(RECORDINGS)
  return ({ making, url }, work) => (making === 'file' ? recordings : pictures)(url, work)
}

function createSlots({ total, ofDomain }: { total: number; ofDomain: number }) {
  const semaphore = createSemaphore(total)
  const domains = createDomainSlots(ofDomain, LONGEST_QUEUE)
  return async <T>(url: string, work: () => Promise<T>): Promise<T> => {
    const hostname = parseUrl(url)?.hostname ?? ''
    const ran = await domains.run(hostname, PATIENCE, () => semaphore(work))
    if (ran === null) throw new Unreachable(`${hostname} is asked for too much at once`)
    return ran.done
  }
}
