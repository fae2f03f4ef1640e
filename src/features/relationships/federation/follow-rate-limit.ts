import type { RemoteActor } from '../../../kernel/activitypub/inbox.ts'
import { HOUR, WEEK } from '../../../kernel/base/durations.ts'
import { timeOfId } from '../../../kernel/base/ids.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import { prepared } from '../../../kernel/db/prepared.ts'
import type { JobHandlers } from '../../../kernel/jobs/handlers.ts'
import { domainPolicy, domainsOf } from '../../instance/domain-policy.ts'
import { settings } from '../../instance/settings.ts'

/** ms during which a newly discovered account counts as young: floods come from young accounts */
const YOUNG = WEEK
/** multiple of the limit beyond which Follows of young accounts are ignored */
const DROPPED = 10

/** Limits against floods of follows (A55); 0: no limit. */
export interface FollowLimits {
  perDomain: number
  perAccount: number
  /** the staff has silenced the domain */
  silenced: boolean
}

export async function followLimits(
  app: App,
  actor: Pick<RemoteActor, 'domain' | 'uri'>,
): Promise<FollowLimits> {
  const given = await app.cached.get(settings)
  const policy = await app.cached.get(domainPolicy)
  return {
    perDomain: given['follows.hourly_per_domain'],
    perAccount: given['follows.hourly_per_account'],
    silenced: domainsOf(actor).some(policy.isSilenced),
  }
}

/** `ask`: it becomes a request; `drop`: it is not answered, so that it can be sent again later */
export type Admission = 'take' | 'ask' | 'drop'

/**
 * Counts a remote Follow, per domain and per target, and decides on it: beyond either limit,
 * Follows of young accounts become requests that need an answer by hand. All Follows count, as the
 * start of a flood cannot be recognised.
 */
export async function admitFollow(
  tx: Tx,
  { actor, targetId, limits }: { actor: RemoteActor; targetId: string; limits: FollowLimits },
): Promise<Admission> {
  const hour = Math.floor(tx.now / HOUR)
  const excess = async (name: string, limit: number) =>
    limit === 0 ? 0 : (await count(tx, name, hour)) / limit
  const ofDomain = await excess(`d:${actor.domain}`, limits.perDomain)
  const forAccount = await excess(`a:${targetId}`, limits.perAccount)
  const most = Math.max(ofDomain, forAccount)
  if (most <= 1 || timeOfId(actor.id) < tx.now - YOUNG) return 'take'
  return limits.silenced || most > DROPPED ? 'drop' : 'ask'
}

/** @returns the number in that hour, including this one */
async function count(tx: Tx, name: string, hour: number): Promise<number> {
  const [row] = await addOne(tx.db, { name, hour })
  return row?.count ?? 0
}

const addOne = prepared((db, p: { name: string; hour: number }) =>
  db
    .insertInto('follow_tally')
    .values({ name: p.name, hour: p.hour, count: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['name', 'hour'])
        .doUpdateSet((eb) => ({ count: eb('follow_tally.count', '+', 1) })),
    )
    .returning('count'),
)

export const jobs: JobHandlers = {
  'follows.prune_tallies': {
    every: HOUR,
    run: (app) =>
      app.transact(async (tx) => {
        const before = Math.floor(tx.now / HOUR)
        await tx.db.deleteFrom('follow_tally').where('hour', '<', before).execute()
      }),
  },
}
