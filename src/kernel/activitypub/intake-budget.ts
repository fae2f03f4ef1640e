import { TooManyRequests, Unreachable } from '../base/errors.ts'
import type { App } from '../core/app.ts'
import type { Source } from '../core/tx.ts'
import { prepared } from '../db/prepared.ts'
import { countedDomain } from '../net/registrable-domain.ts'

/** Received activities that wait for their first or next try. */
interface Load {
  rows: number
  bytes: number
}

/** Limits the space of waiting activities: those that need an unreachable server stay for hours (A61). */
export interface IntakeBudget {
  /**
   * Checks whether one more activity may be stored.
   * @throws TooManyRequests if its sender or the sender's domain has too much waiting
   * @throws Unreachable if all senders together have
   */
  admit(source: Source): Promise<void>
  /** whether the domain has so much waiting that its activities use a separate queue */
  isSlow(domain: string): boolean
}

const MB = 1 << 20
const OF_ACTOR: Load = { rows: 2_000, bytes: 16 * MB }
const OF_DOMAIN: Load = { rows: 10_000, bytes: 64 * MB }
const OF_ALL: Load = { rows: 50_000, bytes: 512 * MB }
/** Above this total, only domains with little waiting are accepted: well-behaved ones go first. */
const OF_THE_MANY: Load = { rows: 40_000, bytes: 400 * MB }
const LITTLE: Load = { rows: 500, bytes: 4 * MB }
/** waiting rows of a domain, above which its activities use a separate queue */
const SLOW = 100
/** ms for which a count is cached; activities received since then are added to it */
const COUNTED = 2_000
/** ms after which a retry makes sense */
const AGAIN = 60_000

/** The sender as stored in job rows. @param uri of the actor that sent the activity */
export function sourceOf(uri: string, bytes: number): Source {
  return { domain: countedDomain(new URL(uri).hostname), actor: uri, bytes }
}

/** Waiting activities by sender; the index holds no other rows. */
const countReceived = prepared((db, _: Record<string, never>) =>
  db
    .selectFrom('job')
    .where('from_domain', 'is not', null)
    .groupBy(['from_domain', 'from_actor'])
    .select((eb) => [
      'from_domain as domain',
      'from_actor as actor',
      eb.fn.countAll<number>().as('rows'),
      eb.fn.sum<number | null>('bytes').as('bytes'),
    ]),
)

export function createIntakeBudget({ db, clock, metrics }: App): IntakeBudget {
  let loads = createLoads()
  let countedAt = Number.NEGATIVE_INFINITY
  let counting: Promise<void> | null = null

  async function count(): Promise<void> {
    const rows = await countReceived(db, {})
    loads = createLoads()
    for (const row of rows) {
      const load = { rows: row.rows, bytes: Number(row.bytes ?? 0) }
      loads.add({ domain: row.domain ?? '', actor: row.actor ?? '' }, load)
    }
    countedAt = clock()
  }
  const refuse = (of: string): void => {
    const help = 'Activities that were turned away, as too much waits'
    metrics.counter('rookery_inbox_refused_total', help, { of }).value += 1
  }
  return {
    async admit(source) {
      if (clock() - countedAt >= COUNTED) {
        counting ??= count().finally(() => {
          counting = null
        })
        await counting
      }
      const more = { rows: 1, bytes: source.bytes }
      const full = loads.fullFor(source, more)
      if (full === null) return loads.add(source, more)
      refuse(full)
      if (full !== 'all') throw new TooManyRequests(clock() + AGAIN)
      throw new Unreachable('Too much waits to be handled; please come again')
    },
    isSlow: (domain) => loads.of(domain).rows > SLOW,
  }
}

type Sender = Pick<Source, 'domain' | 'actor'>

function createLoads() {
  const all: Load = { rows: 0, bytes: 0 }
  const [domains, actors] = [new Map<string, Load>(), new Map<string, Load>()]
  const of = (loads: ReadonlyMap<string, Load>, name: string) =>
    loads.get(name) ?? { rows: 0, bytes: 0 }
  return {
    of: (domain: string) => of(domains, domain),
    add({ domain, actor }: Sender, more: Load): void {
      Object.assign(all, sum(all, more))
      domains.set(domain, sum(of(domains, domain), more))
      actors.set(actor, sum(of(actors, actor), more))
    },
    fullFor({ domain, actor }: Sender, more: Load): 'actor' | 'domain' | 'all' | null {
      const ofDomain = of(domains, domain)
      if (!fits(sum(of(actors, actor), more), OF_ACTOR)) return 'actor'
      if (!fits(sum(ofDomain, more), OF_DOMAIN)) return 'domain'
      if (!fits(sum(all, more), OF_ALL)) return 'all'
      const isMany = !fits(sum(all, more), OF_THE_MANY)
      return isMany && !fits(ofDomain, LITTLE) ? 'domain' : null
    },
  }
}

function sum(one: Load, other: Load): Load {
  return { rows: one.rows + other.rows, bytes: one.bytes + other.bytes }
}

function fits(load: Load, limit: Load): boolean {
  return load.rows <= limit.rows && load.bytes <= limit.bytes
}
