import { sql } from 'kysely'
import { DAY, HOUR } from '../../kernel/base/durations.ts'
import { Unprocessable } from '../../kernel/base/errors.ts'
import { idAt } from '../../kernel/base/ids.ts'
import type { App } from '../../kernel/core/app.ts'
import type { Transact, Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { prepared } from '../../kernel/db/prepared.ts'
import type { JobHandlers } from '../../kernel/jobs/handlers.ts'
import { writeAudit } from '../audit/log.ts'
import type { Subject } from './fields.ts'
import type { Match } from './rule.ts'

/** The subject that rules matched. */
export interface About {
  subject: Subject
  /** null: the account is not stored */
  accountId: string | null
  /** handle of the account: `@rook`, `@rook@away.example` */
  label: string
  /** null: the status is not stored */
  statusId: string | null
}

/** 422: a rule rejects a local status or an account. */
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

/** As `app.transact`; a rejection rolls the transaction back, but its matches are stored. */
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

/** Stores matches; matches of live rules are also in the audit log (S-205). */
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

/**
 * Whether the first of these matches is stored for the same label within an hour: rejected users
 * may retry often.
 */
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

/** Whether a rule limits a status, as long as its match is stored. */
export async function isLimited(db: Db, statusId: string): Promise<boolean> {
  return (await limitOf(db, { statusId })).length > 0
}

function targetOf({ subject, accountId, statusId, label }: About) {
  return subject === 'statuses'
    ? { type: 'status', id: statusId, label: `a post of ${label}` }
    : { type: 'account', id: accountId, label }
}

/** ms for which matches are stored */
export const MATCH_AGE = 30 * DAY
const ROWS_AT_ONCE = 500

export const jobs: JobHandlers = {
  'automod.prune_matches': { every: DAY, run: prune },
}

/** Includes held items of a wave that nobody reviewed: remote posts are outdated after so long. */
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
