import { ipDigits } from '../../kernel/base/ip-range.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import {
  MAX_USERNAME_LENGTH,
  type UsernameProblem,
  usernameProblem,
} from '../../kernel/text/username.ts'
import {
  BLANK,
  type FieldError,
  type FieldErrors,
  InvalidFields,
  problemOf,
  refuseProblems,
  TAKEN,
  tooLong,
} from '../accounts/field-errors.ts'
import { insertLocalAccount } from '../accounts/lifecycle.ts'
import { emailProblem, normalizeEmail } from './email-address.ts'
import { enqueueMail } from './mail-queue.ts'
import { activateIfReady } from './sign-up/activation.ts'

export interface NewLocalAccount {
  /** in its spelling */
  username: string
  email: string
  /** from `hashPassword`, which takes too long for a transaction */
  passwordHash: string
  locale: string
  timeZone?: string | null
  /** the reason given for joining */
  reason?: string | null
  ip?: string | null
  /** the application that created it */
  applicationId?: string | null
  roleId?: string | null
  /** false: a mail asks for confirmation of the address */
  confirmed: boolean
  /** false: the staff has to approve it */
  approved: boolean
  /** the operator may use reserved usernames */
  byOperator?: boolean
}

/**
 * Creates a local account and its user. It is visible at once if it is confirmed and approved.
 *
 * @throws InvalidFields if the username or the address is not available
 */
export async function createLocalAccount(
  tx: Tx,
  input: NewLocalAccount,
): Promise<{ accountId: string; userId: string }> {
  refuseProblems(await accountProblems(tx.db, input))
  const accountId = await insertLocalAccount(tx, input.username)
  if (accountId === null) throw new InvalidFields({ username: [TAKEN] })
  const userId = await insertUser(tx, accountId, input)
  tx.emit({ type: 'account.created', accountId })
  if (!input.confirmed) enqueueMail(tx, { template: 'confirmation', userId })
  await activateIfReady(tx, userId)
  return { accountId, userId }
}

/** The errors that prevent an account with this username and e-mail address. */
export async function accountProblems(
  db: Db,
  input: Pick<NewLocalAccount, 'username' | 'email' | 'byOperator'>,
): Promise<FieldErrors> {
  const username =
    nameProblem(input.username, input.byOperator === true) ?? (await nameTaken(db, input.username))
  const email = await emailProblem(db, input.email)
  return {
    ...(username === null ? {} : { username: [username] }),
    ...(email === null ? {} : { email: [email] }),
  }
}

function nameProblem(username: string, byOperator: boolean): FieldError | null {
  const problem = usernameProblem(username)
  if (problem === null || (byOperator && problem === 'ERR_RESERVED')) return null
  return NAME_PROBLEMS[problem]
}

const NAME_PROBLEMS: Record<UsernameProblem, FieldError> = {
  ERR_BLANK: BLANK,
  ERR_INVALID: problemOf('ERR_INVALID', 'must contain only letters, numbers and underscores'),
  ERR_TOO_LONG: tooLong(MAX_USERNAME_LENGTH),
  ERR_RESERVED: problemOf('ERR_RESERVED', 'is reserved'),
}

async function nameTaken(db: Db, username: string): Promise<FieldError | null> {
  const owner = await db
    .selectFrom('account')
    .select('id')
    .where('username_lower', '=', username.toLowerCase())
    .where('domain', 'is', null)
    .executeTakeFirst()
  return owner === undefined ? null : TAKEN
}

async function insertUser(tx: Tx, accountId: string, input: NewLocalAccount): Promise<string> {
  const email = normalizeEmail(input.email) ?? ''
  const added = await tx.db
    .insertInto('local_user')
    .values({
      id: tx.newId(),
      account_id: accountId,
      email,
      email_lower: email.toLowerCase(),
      unconfirmed_email: null,
      password_hash: input.passwordHash,
      confirmed_at: input.confirmed ? tx.now : null,
      approved: input.approved,
      disabled: false,
      role_id: input.roleId ?? null,
      locale: input.locale,
      time_zone: input.timeZone ?? null,
      chosen_languages: 'null',
      settings: '{}',
      sign_up_reason: input.reason ?? null,
      sign_up_ip: input.ip ?? null,
      sign_up_ip_digits: input.ip ? ipDigits(input.ip) : null,
      application_id: input.applicationId ?? null,
      confirmation_token_hash: null,
      confirmation_sent_at: null,
      reset_token_hash: null,
      reset_sent_at: null,
      last_active_day: null,
      created_at: tx.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added === undefined) throw new InvalidFields({ email: [TAKEN] })
  return added.id
}
