import type { Account } from '../../accounts/queries.ts'
import { findAccountByUri } from '../../accounts/remote/resolve.ts'
import { idsOf, textOf } from '../../activitypub/as2.ts'
import type { InboxHandlers, Received, RemoteActor } from '../../activitypub/inbox.ts'
import type { App } from '../../app.ts'
import type { Db } from '../../db/database.ts'
import { domainPolicy } from '../../instance/domain-policy.ts'
import type { Tx } from '../../transact.ts'
import { createReport, MOST_WAITING } from '../create.ts'
import { collectionsOf, countWaiting, findRepeated } from '../queries.ts'
import { countReportsOf, isReceived, loadNamed } from './queries.ts'

/** characters of a comment, as for people here */
const LONGEST_COMMENT = 1000
/** addresses that one Flag may name */
const MOST_NAMED = 100
const HOUR = 3_600_000
/** reports that one domain may make within so many ms (A55) */
const LIMITS = [
  { within: HOUR, most: 50 },
  { within: 24 * HOUR, most: 200 },
]

/** Somebody elsewhere, mostly a server, reports people and what they wrote. */
export const inbox: InboxHandlers = { Flag: receiveFlag }

async function receiveFlag(app: App, { activity, actor }: Received): Promise<boolean> {
  const policy = await app.cached.get(domainPolicy)
  const places = [actor.domain, new URL(actor.uri).host]
  if (places.some((place) => policy.rejectsReports(place))) return true
  const uris = [...new Set(idsOf(activity.object))].slice(0, MOST_NAMED)
  const targets = await findTargets(app.db, uris)
  const comment = (textOf(activity.document.content) ?? '').slice(0, LONGEST_COMMENT)
  const dropped = await app.transact(async (tx) => {
    let count = 0
    if (activity.id !== null && (await isReceived(tx.db, activity.id))) return 0
    for (const [at, target] of targets.entries()) {
      // only one report can have its id
      const uri = at === 0 ? activity.id : null
      if (!(await reportOne(tx, { actor, target, comment, uri, uris }))) count += 1
    }
    return count
  })
  if (dropped > 0) {
    app.log.warn({ domain: actor.domain, dropped }, 'Reports of a server are too many: dropped')
  }
  return true
}

async function findTargets(db: Db, uris: readonly string[]): Promise<Account[]> {
  const found = await Promise.all(uris.map((uri) => findAccountByUri(db, uri)))
  return found
    .filter((account) => account !== null)
    .filter((account) => account.suspended_at === null && account.activated_at !== null)
}

interface Flagged {
  actor: RemoteActor
  target: Account
  comment: string
  uri: string | null
  /** everything that the Flag names */
  uris: readonly string[]
}

/**
 * People elsewhere are reported here only for what they answered to somebody here.
 * @returns false if it is one too many (A55)
 */
async function reportOne(tx: Tx, flagged: Flagged): Promise<boolean> {
  const { actor, target, comment, uri, uris } = flagged
  const named = await loadNamed(tx.db, { domain: actor.domain, targetId: target.id, uris })
  if (target.domain !== null && !named.some(({ answersLocal }) => answersLocal)) return true
  const about = { accountId: actor.id, targetId: target.id, comment }
  const reasons = { category: 'other', ruleIds: [] } as const
  const known = await findRepeated(tx.db, { ...about, ...reasons, now: tx.now })
  if (known === null && !(await hasRoom(tx, actor.domain, about))) return false
  await createReport(tx, {
    ...about,
    ...reasons,
    statusIds: named.map(({ id }) => id),
    collectionIds: await collectionsOf(tx.db, target.id, { uris }),
    forwardTo: null,
    ...(uri === null ? {} : { uri }),
  })
  return true
}

async function hasRoom(
  tx: Tx,
  domain: string,
  about: { accountId: string; targetId: string },
): Promise<boolean> {
  if ((await countWaiting(tx.db, about)) >= MOST_WAITING) return false
  for (const { within, most } of LIMITS) {
    if ((await countReportsOf(tx.db, domain, tx.now - within)) >= most) return false
  }
  return true
}
