import type { RemoteActor } from '../../activitypub/inbox.ts'
import type { App } from '../../app.ts'
import { prepared } from '../../db/prepared.ts'
import { timeOfId } from '../../ids.ts'
import { domainPolicy } from '../../instance/domain-policy.ts'
import { settings } from '../../instance/settings.ts'
import type { JobHandlers } from '../../jobs/handlers.ts'
import type { Tx } from '../../transact.ts'

const HOUR = 3_600_000
/** ms for which an account that was seen first counts as young: floods are made of these */
const YOUNG = 7 * 24 * HOUR
/** times the limit from which on nothing is taken at all */
const DROPPED = 10

/** What keeps a flood of follows off (A55); 0: nothing does. */
export interface FollowLimits {
  perDomain: number
  perAccount: number
  /** the staff has limited the domain */
  silenced: boolean
}

export async function followLimits(
  app: App,
  { domain }: Pick<RemoteActor, 'domain'>,
): Promise<FollowLimits> {
  const given = await app.cached.get(settings)
  return {
    perDomain: given['follows.hourly_per_domain'],
    perAccount: given['follows.hourly_per_account'],
    silenced: (await app.cached.get(domainPolicy)).isSilenced(domain),
  }
}

/** `ask`: it becomes a request; `drop`: it is not answered, so that it can come again later */
export type Admission = 'take' | 'ask' | 'drop'

/**
 * Counts a Follow from elsewhere, of its domain and for whom it is, and says what becomes of it: beyond either
 * limit those of accounts that are new here wait for an answer by hand. All are counted, as one cannot know
 * which of them begin a flood.
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

/** @returns how many there are in that hour, with this one */
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
