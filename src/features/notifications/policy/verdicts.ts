import { sql } from 'kysely'
import { DAY } from '../../../kernel/base/durations.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { asBoolean } from '../../../kernel/db/expressions.ts'
import { idIn } from '../../../kernel/db/id-in.ts'
import { prepared } from '../../../kernel/db/prepared.ts'
import { follows } from '../../relationships/predicates.ts'
import { bypassesBlocks } from '../../roles/roles.ts'
import type { NotificationType, PolicyChoice } from '../tables.ts'
import { FILTERABLE } from '../types.ts'
import { POLICY_NAMES, type Policy, type PolicyName, STANDARD } from './policy.ts'
import { isPrivate, writersTo } from './private-mentions.ts'

/** ms; younger accounts count as new (S-258) */
const NEW_ACCOUNT = 30 * DAY
/** ms; more recent followers do not count as followers (S-258) */
const NEW_FOLLOWER = 3 * DAY

interface Params {
  ids: readonly string[]
  fromId: string
}

const relations = prepared((db, p: Params) =>
  db
    .selectFrom('account')
    .innerJoin('account as sender', (join) => join.on('sender.id', '=', p.fromId))
    .leftJoin('local_user', 'local_user.account_id', 'account.id')
    .leftJoin('local_user as staff', 'staff.account_id', 'sender.id')
    .leftJoin('notification_policy', 'notification_policy.account_id', 'account.id')
    .leftJoin('notification_permission', (join) =>
      join
        .onRef('notification_permission.account_id', '=', 'account.id')
        .on('notification_permission.from_account_id', '=', p.fromId),
    )
    .leftJoin('follow', (join) =>
      join.on('follow.account_id', '=', p.fromId).onRef('follow.target_id', '=', 'account.id'),
    )
    .where(idIn(db, 'account.id', p.ids))
    .select([
      'account.id',
      'local_user.role_id',
      'staff.role_id as sender_role_id',
      'sender.created_at',
      'sender.silenced_at',
      'sender.bot',
      'notification_permission.created_at as permitted_at',
      'follow.created_at as followed_at',
    ])
    .select(POLICY_NAMES.map((name) => `notification_policy.${name}` as const))
    .select(asBoolean(db, follows(sql.ref('account.id'), p.fromId)).as('following')),
)

type Relation = Awaited<ReturnType<typeof relations>>[number]

/** The notification to be judged. */
export interface Occasion {
  type: NotificationType
  fromId: string
  statusId: string | null
  /** ms since 1970 */
  now: number
}

/**
 * The verdict of recipients' policies on a notification (S-256): the strictest rule that applies.
 * Accounts that the recipient accepted, and staff members, always pass.
 *
 * @returns by account; accounts that accept are absent
 */
export async function judge(
  db: Db,
  occasion: Occasion,
  ids: readonly string[],
): Promise<Map<string, PolicyChoice>> {
  const verdicts = new Map<string, PolicyChoice>()
  if (!FILTERABLE.includes(occasion.type) || ids.length === 0) return verdicts
  const rows = await relations(db, { ids, fromId: occasion.fromId })
  const wary = rows.filter((row) => row.permitted_at === null && !isAtEase(row))
  const unsolicited = await unsolicitedFor(db, occasion, wary)
  for (const row of wary) {
    const verdict = verdictOf(row, kindsOf(row, occasion, unsolicited.has(row.id)))
    if (verdict === 'accept') continue
    const isMessage = occasion.type === 'mention'
    if (isMessage && (await bypassesBlocks(db, row.sender_role_id, row.role_id))) continue
    verdicts.set(row.id, verdict)
  }
  return verdicts
}

/** The standard policy filters nothing from followed accounts; no further check needed. */
function isAtEase(row: Relation): boolean {
  return row.following && row.for_not_followers === null
}

function verdictOf(row: Relation, kinds: readonly PolicyName[]): PolicyChoice {
  const policy: Policy = row.for_bots === null ? STANDARD : (row as Policy)
  const choices = kinds.map((kind) => policy[kind])
  if (choices.includes('drop')) return 'drop'
  return choices.includes('filter') ? 'filter' : 'accept'
}

/** The policy kinds that apply to the sender for a recipient. */
function kindsOf(row: Relation, { now }: Occasion, unsolicited: boolean): PolicyName[] {
  const follows = row.followed_at !== null && row.followed_at <= now - NEW_FOLLOWER
  const applies: Record<PolicyName, boolean> = {
    for_not_followers: !follows,
    for_not_following: !row.following,
    for_new_accounts: !row.following && row.created_at > now - NEW_ACCOUNT,
    for_limited_accounts: !row.following && row.silenced_at !== null,
    for_private_mentions: !row.following && unsolicited,
    for_bots: !row.following && row.bot,
  }
  return POLICY_NAMES.filter((name) => applies[name])
}

/**
 * Recipients who did not write privately to the author of a private mention further up in its
 * thread.
 */
async function unsolicitedFor(
  db: Db,
  { type, fromId, statusId }: Occasion,
  rows: readonly Relation[],
): Promise<Set<string>> {
  const strangers = rows.filter((row) => !row.following).map(({ id }) => id)
  if (type !== 'mention' || statusId === null || strangers.length === 0) return new Set()
  const isMatter = await isPrivate(db, statusId)
  if (!isMatter) return new Set()
  const writers = await writersTo(db, { readerId: fromId, statusId })
  return new Set(strangers.filter((id) => !writers.has(id)))
}
