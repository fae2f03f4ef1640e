import { DAY } from '../base/durations.ts'
import type { Tx } from '../core/tx.ts'
import type { Db } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import type { JobHandlers } from '../jobs/handlers.ts'
import { sameOrigin } from '../net/origin.ts'
import { registrableDomain } from '../net/registrable-domain.ts'
import { keepWithinBudget, nextPlace } from './tombstone-budget.ts'

/**
 * Records that an actor deleted or undid an object or activity, which may arrive later or again. Ids on
 * another origin than the actor's are ignored. Of another server's domain only the latest are kept (A118).
 *
 * @param uri of the deleted object or activity
 * @param actorUri the actor that deleted it
 */
export async function rememberGone(tx: Tx, uri: string, actorUri: string): Promise<void> {
  if (!sameOrigin(uri, actorUri)) return
  const isLocal = sameOrigin(actorUri, tx.config.origin)
  const domain = isLocal ? null : registrableDomain(new URL(actorUri).hostname)
  const place = domain === null ? null : await nextPlace(tx.db, domain)
  const arrived = { created_at: tx.now, from_domain: domain, place }
  await tx.db
    .insertInto('tombstone')
    .values({ uri, actor_uri: actorUri, ...arrived })
    .onConflict((conflict) => conflict.columns(['uri', 'actor_uri']).doUpdateSet(arrived))
    .execute()
  if (domain !== null && place !== null) await keepWithinBudget(tx.db, domain, place)
}

/**
 * Whether its owner deleted or undid an object or activity before.
 * @param since ms since 1970: earlier deletions do not count
 */
export async function isGone(db: Db, uri: string, actorUri: string, since = 0): Promise<boolean> {
  return (await tombstoneOf(db, { uri, actorUri, since })).length > 0
}

/** ms for which an activity may arrive after its Undo */
const OVERTAKEN_FOR = 600_000

/**
 * Whether an activity was overtaken by its Undo. Only for some minutes, because ids may be reused: Misskey,
 * Pixelfed and WordPress give every Follow of one account by another the same id; snac does so for each Like
 * and Announce of a status. A repetition is intended.
 */
export function isOvertaken(
  { db, now }: Pick<Tx, 'db' | 'now'>,
  uri: string,
  actorUri: string,
): Promise<boolean> {
  return isGone(db, uri, actorUri, now - OVERTAKEN_FOR)
}

const tombstoneOf = prepared((db, p: { uri: string; actorUri: string; since: number }) =>
  db
    .selectFrom('tombstone')
    .select('uri')
    .where('uri', '=', p.uri)
    .where('actor_uri', '=', p.actorUri)
    .where('created_at', '>=', p.since),
)

/** ms for which a deleted object may still arrive */
const KEPT = 90 * DAY
const ROWS_AT_ONCE = 500

export const jobs: JobHandlers = {
  'federation.remove_tombstones': {
    every: DAY,
    async run(app) {
      while ((await app.transact(removeSome)) === ROWS_AT_ONCE);
    },
  },
}

async function removeSome(tx: Tx): Promise<number> {
  const old = await tx.db
    .selectFrom('tombstone')
    .select('uri')
    .where('created_at', '<', tx.now - KEPT)
    .orderBy('created_at')
    .limit(ROWS_AT_ONCE)
    .execute()
  if (old.length === 0) return 0
  const uris = old.map((row) => row.uri)
  await tx.db.deleteFrom('tombstone').where('uri', 'in', uris).execute()
  return uris.length
}
