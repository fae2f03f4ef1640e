import { idAt } from '../../../kernel/base/ids.ts'
import { FOR_ALL } from '../../../kernel/core/audience-rules.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { registrableDomain } from '../../../kernel/net/registrable-domain.ts'

/** Whether a Flag was received before. */
export async function isReceived(db: Db, uri: string): Promise<boolean> {
  const row = await db.selectFrom('report').select('id').where('uri', '=', uri).executeTakeFirst()
  return row !== undefined
}

/**
 * Number of reports by a domain, including all domains of the same owner.
 * @param since ms since 1970
 */
export async function countReportsOf(db: Db, domain: string, since: number): Promise<number> {
  const rows = await db
    .selectFrom('report')
    .innerJoin('account', 'account.id', 'report.account_id')
    .select((eb) => ['account.domain', eb.fn.countAll<number>().as('count')])
    .where('report.id', '>', idAt(since))
    .where('account.domain', 'is not', null)
    .groupBy('account.domain')
    .execute()
  const owner = registrableDomain(domain)
  return rows
    .filter((row) => registrableDomain(row.domain!) === owner)
    .reduce((all, { count }) => all + count, 0)
}

/** A status in a Flag. */
export interface Named {
  id: string
  /** it replies to a local account */
  answersLocal: boolean
}

/**
 * The account's statuses among these, including deleted ones, that accounts of a domain could have
 * seen: reports of a server do not name the reporter.
 */
export async function loadNamed(
  db: Db,
  { domain, targetId, uris }: { domain: string; targetId: string; uris: readonly string[] },
): Promise<Named[]> {
  if (uris.length === 0) return []
  const rows = await db
    .selectFrom('status')
    .leftJoin('account as answered', 'answered.id', 'status.in_reply_to_account_id')
    .where('status.uri', 'in', uris)
    .where('status.account_id', '=', targetId)
    .where((eb) =>
      eb.or([
        eb('status.visibility', 'in', FOR_ALL),
        eb.and([
          eb('status.visibility', '=', 'private'),
          eb.exists(
            eb
              .selectFrom('account as follower')
              .innerJoin('follow', 'follow.account_id', 'follower.id')
              .select('follow.id')
              .where('follower.domain', '=', domain)
              .whereRef('follow.target_id', '=', 'status.account_id'),
          ),
        ]),
        eb.exists(
          eb
            .selectFrom('mention')
            .innerJoin('account as named', 'named.id', 'mention.account_id')
            .select('named.id')
            .whereRef('mention.status_id', '=', 'status.id')
            .where('named.domain', '=', domain),
        ),
      ]),
    )
    .select(['status.id', 'answered.id as answered_id', 'answered.domain as answered_domain'])
    .execute()
  return rows.map(({ id, answered_id, answered_domain }) => ({
    id,
    answersLocal: answered_id !== null && answered_domain === null,
  }))
}
