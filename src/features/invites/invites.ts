import { randomInt } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Config } from '../../kernel/base/config.ts'
import { Forbidden, NotFound, ValidationFailed } from '../../kernel/base/errors.ts'
import { isoTime } from '../../kernel/base/json.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { fetchPage, type Page } from '../../kernel/db/pagination.ts'
import { can } from '../../kernel/http/permissions.ts'
import type { Viewer } from '../../kernel/http/routes.ts'
import type { InviteTable } from './tables.ts'

export type Invite = Selectable<InviteTable>

export interface InviteInput {
  /** null: unlimited */
  maxUses: number | null
  /** seconds from now; null: no expiry */
  expiresIn: number | null
  autofollow: boolean
  comment: string
}

/** S-521 */
export const COMMENT_LENGTH = 420
const MOST_USES = 10_000
const YEAR = 365 * 86_400
/** characters that are not mistaken for each other when read out */
const SIGNS = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const CODE_LENGTH = 12

/** Whether a user may create invites (S-063). */
export function mayInvite({ permissions }: Pick<Viewer, 'permissions'>): boolean {
  return can(permissions, 'inviteUsers')
}

/**
 * Creates an invite.
 * @throws Forbidden if the user may not
 * @throws ValidationFailed above the limits
 */
export async function createInvite(tx: Tx, viewer: Viewer, input: InviteInput): Promise<Invite> {
  if (!mayInvite(viewer)) throw new Forbidden()
  checkInput(input)
  const invite: Invite = {
    id: tx.newId(),
    user_id: viewer.userId,
    code: newCode(),
    max_uses: input.maxUses,
    uses: 0,
    expires_at: input.expiresIn === null ? null : tx.now + input.expiresIn * 1000,
    autofollow: input.autofollow,
    comment: input.comment.trim(),
    created_at: tx.now,
  }
  await tx.db.insertInto('invite').values(invite).execute()
  return invite
}

function checkInput({ maxUses, expiresIn, comment }: InviteInput): void {
  const problems: string[] = []
  if (maxUses !== null && (maxUses < 1 || maxUses > MOST_USES)) {
    problems.push(`Max uses must be from 1 to ${MOST_USES}`)
  }
  if (expiresIn !== null && (expiresIn < 1 || expiresIn > YEAR)) {
    problems.push('Expires in must be from a second to a year')
  }
  if ([...comment.trim()].length > COMMENT_LENGTH) {
    problems.push(`Comment is too long (maximum is ${COMMENT_LENGTH} characters)`)
  }
  if (problems.length > 0) throw new ValidationFailed(...problems)
}

function newCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('')
}

/** A user's invites, newest first. */
export function pageOfInvites(db: Db, userId: string, page: Page): Promise<Invite[]> {
  const own = db.selectFrom('invite').selectAll().where('user_id', '=', userId)
  return fetchPage(own, 'invite.id', page)
}

/**
 * Ends an invite; doing it again changes nothing.
 * @throws NotFound if there is none, or it is another user's
 */
export async function expireInvite(tx: Tx, userId: string, id: string): Promise<Invite> {
  const invite = await tx.db
    .selectFrom('invite')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (invite === undefined) throw new NotFound()
  if (!isOpen(invite, tx.now)) return invite
  await tx.db.updateTable('invite').set({ expires_at: tx.now }).where('id', '=', id).execute()
  return { ...invite, expires_at: tx.now }
}

/** Whether it has uses left and has not expired; its creator is not checked. */
export function isOpen({ expires_at, max_uses, uses }: Invite, now: number): boolean {
  return (expires_at === null || expires_at > now) && (max_uses === null || uses < max_uses)
}

/** The sign-up URL of an invite. */
export function inviteUrl({ origin }: Pick<Config, 'origin'>, code: string): string {
  return `${origin}/invite/${code}`
}

/** Rookery's own entity: see docs/spec/surface.tsv. */
export function presentInvite(config: Pick<Config, 'origin'>, invite: Invite, now: number) {
  return {
    id: invite.id,
    code: invite.code,
    url: inviteUrl(config, invite.code),
    max_uses: invite.max_uses,
    uses: invite.uses,
    expires_at: invite.expires_at === null ? null : isoTime(invite.expires_at),
    autofollow: invite.autofollow,
    comment: invite.comment,
    valid: isOpen(invite, now),
    created_at: isoTime(invite.created_at),
  }
}
