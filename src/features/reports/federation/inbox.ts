import { idsOf, textOf } from '../../../kernel/activitypub/as2.ts'
import type { InboxHandlers, Received, RemoteActor } from '../../../kernel/activitypub/inbox.ts'
import { HOUR } from '../../../kernel/base/durations.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import type { Db } from '../../../kernel/db/database.ts'
import type { Account } from '../../accounts/queries.ts'
import { findAccountByUri } from '../../accounts/remote/resolve.ts'
import { domainPolicy, domainsOf } from '../../instance/domain-policy.ts'
import { createReport, MOST_WAITING } from '../create.ts'
import { collectionsOf, countWaiting, findRepeated } from '../queries.ts'
import { countReportsOf, isReceived, loadNamed } from './queries.ts'

/** maximum of characters of a comment, as for local reports */
const LONGEST_COMMENT = 1000
/** maximum of URIs per Flag */
const MOST_NAMED = 100
/** maximum of reports per domain within a number of ms (A55) */
const LIMITS = [
  { within: HOUR, most: 50 },
  { within: 24 * HOUR, most: 200 },
]

/** A remote actor, mostly a server's, reports accounts and their statuses. */
export const inbox: InboxHandlers = { Flag: receiveFlag }

async function receiveFlag(app: App, { activity, actor }: Received): Promise<boolean> {
  const policy = await app.cached.get(domainPolicy)
  if (domainsOf(actor).some(policy.rejectsReports)) return true
  const uris = [...new Set(idsOf(activity.object))].slice(0, MOST_NAMED)
  const targets = await findTargets(app.db, uris)
  const comment = (textOf(activity.document.content) ?? '').slice(0, LONGEST_COMMENT)
  const dropped = await app.transact(async (tx) => {
    let count = 0
    if (activity.id !== null && (await isReceived(tx.db, activity.id))) return 0
    for (const [at, target] of targets.entries()) {
      // only one report can have the activity's id
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
 * Remote accounts can be reported here only for replies to local accounts.
 * @returns false if it exceeds the limit (A55)
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
