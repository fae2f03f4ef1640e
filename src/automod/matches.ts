import { sql } from 'kysely'
import type { App } from '../app.ts'
import { writeAudit } from '../audit/log.ts'
import type { Db } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { Unprocessable } from '../errors.ts'
import { idAt } from '../ids.ts'
import type { JobHandlers } from '../jobs/handlers.ts'
import type { Transact, Tx } from '../transact.ts'
import type { Subject } from './fields.ts'
import type { Match } from './rule.ts'

/** What rules were asked about. */
export interface About {
  subject: Subject
  /** null: the account is not stored */
  accountId: string | null
  /** how people know the account: `@rook`, `@rook@away.example` */
  label: string
  /** null: the status is not stored */
  statusId: string | null
}

/** 422: a rule refuses something that somebody here wants to publish, or an account. */
export class RefusedByRule extends Unprocessable {
  readonly matches: readonly Match[]
  readonly about: About

  constructor(matches: readonly Match[], about: About) {
    super(
      `Validation failed: An automatic rule of this server does not let this ${about.subject === 'statuses' ? 'post' : 'account'} through. ` +
        'If that is a mistake, please write to the people who run the server',
    )
    this.matches = matches
    this.about = about
  }
}

/** Like `app.transact`; what a rule refuses undoes the transaction, but is kept among the matches. */
export async function transactByRules<T>(
  app: { transact: Transact },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    return await app.transact(work)
  } catch (error) {
    if (error instanceof RefusedByRule) {
      await app.transact((tx) => noteMatches(tx, error.matches, error.about))
    }
    throw error
  }
}

/** Keeps that rules matched; what live ones do is in the audit log too (S-205). */
export async function noteMatches(tx: Tx, matches: readonly Match[], about: About): Promise<void> {
  for (const { rule, explanation } of matches) {
    const id = tx.newId()
    await tx.db
      .insertInto('automod_match')
      .values({
        id,
        rule_id: rule.id,
        rule_name: rule.name,
        mode: rule.mode,
        action: rule.action,
        account_id: about.accountId,
        label: about.label,
        status_id: about.statusId,
        explanation: JSON.stringify(explanation),
        created_at: tx.now,
      })
      .execute()
    if (rule.mode === 'shadow') continue
    await writeAudit(tx, null, {
      action: `automod_${rule.action}`,
      target: targetOf(about),
      details: { rule: rule.name, rule_id: rule.id, explanation },
    })
    if (rule.action === 'report' && about.accountId !== null) {
      tx.emit({ type: 'automod.report_due', matchId: id })
    }
  }
}

/** Whether the first of these was kept within an hour of something of that name: who is refused may try often. */
export async function isNotedLately(
  tx: Tx,
  [match]: readonly Match[],
  label: string,
): Promise<boolean> {
  if (match === undefined) return true
  const row = await tx.db
    .selectFrom('automod_match')
    .select('id')
    .where('rule_id', '=', match.rule.id)
    .where('id', '>', idAt(tx.now - HOUR))
    .where('label', '=', label)
    .executeTakeFirst()
  return row !== undefined
}

const limitOf = prepared((db, p: { statusId: string }) =>
  db
    .selectFrom('automod_match')
    .select('id')
    .where('status_id', '=', p.statusId)
    .where('mode', '=', sql.lit<'live'>('live'))
    .where('action', '=', sql.lit<'limit'>('limit'))
    .limit(1),
)

/** Whether a rule keeps a status out of the public, for as long as matches are kept. */
export async function isLimited(db: Db, statusId: string): Promise<boolean> {
  return (await limitOf(db, { statusId })).length > 0
}

function targetOf({ subject, accountId, statusId, label }: About) {
  return subject === 'statuses'
    ? { type: 'status', id: statusId, label: `a post of ${label}` }
    : { type: 'account', id: accountId, label }
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** how long matches are kept */
export const MATCH_AGE = 30 * DAY
const ROWS_AT_ONCE = 500

export const jobs: JobHandlers = {
  'automod.prune_matches': { every: DAY, run: prune },
}

/** A wave that nobody looked at goes, too: posts of other servers are no news after so long. */
async function prune(app: App): Promise<void> {
  const before = idAt(app.clock() - MATCH_AGE)
  await untilNone(app, (tx) => {
    const old = tx.db.selectFrom('automod_match').select('id').where('id', '<', before)
    return tx.db
      .deleteFrom('automod_match')
      .where('id', 'in', old.limit(ROWS_AT_ONCE))
      .returning('id')
      .execute()
  })
  await untilNone(app, (tx) => {
    const old = tx.db
      .selectFrom('held_item')
      .select('id')
      .where('uri', 'is not', null)
      .where('id', '<', before)
    return tx.db
      .deleteFrom('held_item')
      .where('id', 'in', old.limit(ROWS_AT_ONCE))
      .returning('id')
      .execute()
  })
}

async function untilNone(app: App, some: (tx: Tx) => Promise<{ id: string }[]>): Promise<void> {
  for (let gone = ROWS_AT_ONCE; gone === ROWS_AT_ONCE; ) {
    gone = (await app.transact(some)).length
  }
}
