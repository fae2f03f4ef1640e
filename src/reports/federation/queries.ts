import type { Db } from '../../db/database.ts'
import { idAt } from '../../ids.ts'
import { registrableDomain } from '../../net/registrable-domain.ts'

/** Whether a Flag came before. */
export async function isReceived(db: Db, uri: string): Promise<boolean> {
  const row = await db.selectFrom('report').select('id').where('uri', '=', uri).executeTakeFirst()
  return row !== undefined
}

/**
 * How many reports a domain made, with all domains of whoever has it.
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

/** A status that a Flag names. */
export interface Named {
  id: string
  /** it answers somebody here */
  answersLocal: boolean
}

/**
 * Those of somebody's statuses, deleted ones too, that people of a domain can have seen: reports of
 * a server do not say whose they are.
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
        eb('status.visibility', 'in', ['public', 'unlisted']),
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
