import type { Account } from '../../accounts/queries.ts'
import { findAccountByUri } from '../../accounts/remote/resolve.ts'
import { idsOf, textOf } from '../../activitypub/as2.ts'
import type { InboxHandlers, Received, RemoteActor } from '../../activitypub/inbox.ts'
import type { App } from '../../app.ts'
import type { Db } from '../../db/database.ts'
import { domainPolicy } from '../../instance/domain-policy.ts'
import type { Tx } from '../../transact.ts'
import { createReport } from '../create.ts'
import { collectionsOf } from '../queries.ts'
import { countReportsOf, isReceived, isRepeated, loadNamed } from './queries.ts'

/** characters of a comment, as for people here */
const LONGEST_COMMENT = 1000
/** addresses that one Flag may name */
const MOST_NAMED = 100
/** reports that one domain may make in a day (A55) */
const MOST_A_DAY = 200

/** Somebody elsewhere, mostly a server, reports people and what they wrote. */
export const inbox: InboxHandlers = { Flag: receiveFlag }

async function receiveFlag(app: App, { activity, actor }: Received): Promise<boolean> {
  const policy = await app.cached.get(domainPolicy)
  const places = [actor.domain, new URL(actor.uri).host]
  if (places.some((place) => policy.rejectsReports(place))) return true
  const uris = [...new Set(idsOf(activity.object))].slice(0, MOST_NAMED)
  const targets = await findTargets(app.db, uris)
  const comment = (textOf(activity.document.content) ?? '').slice(0, LONGEST_COMMENT)
  await app.transact(async (tx) => {
    if (activity.id !== null && (await isReceived(tx.db, activity.id))) return
    for (const [at, target] of targets.entries()) {
      // only one report can have its id
      const uri = at === 0 ? activity.id : null
      await reportOne(tx, { actor, target, comment, uri, uris })
    }
  })
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

/** People elsewhere are reported here only for what they answered to somebody here. */
async function reportOne(tx: Tx, flagged: Flagged): Promise<void> {
  const { actor, target, comment, uri, uris } = flagged
  const named = await loadNamed(tx.db, { domain: actor.domain, targetId: target.id, uris })
  if (target.domain !== null && !named.some(({ answersLocal }) => answersLocal)) return
  if ((await countReportsOf(tx.db, actor.domain, tx.now)) >= MOST_A_DAY) return
  const pair = { accountId: actor.id, targetId: target.id }
  if (await isRepeated(tx.db, { ...pair, comment, now: tx.now })) return
  await createReport(tx, {
    ...pair,
    statusIds: named.map(({ id }) => id),
    collectionIds: await collectionsOf(tx.db, target.id, { uris }),
    comment,
    category: 'other',
    ruleIds: [],
    forwardTo: null,
    ...(uri === null ? {} : { uri }),
  })
}
