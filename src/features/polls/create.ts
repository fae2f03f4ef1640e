import { ValidationFailed } from '../../kernel/base/errors.ts'
import { type Said, said } from '../../kernel/base/translatable-text.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import { countGraphemes } from '../../kernel/text/count.ts'
import { expectEnd } from './expiry.ts'

/** Limits of S-340, shown in the instance document. */
export const POLL_LIMITS = {
  max_options: 4,
  max_characters_per_option: 50,
  /** seconds */
  min_expiration: 300,
  max_expiration: 2_629_746,
}

/** maximum of UTF-16 units of an option before its characters are counted (A36) */
const MOST_UNITS = 5000

export interface NewPoll {
  options: string[]
  /** seconds from now */
  expiresIn: number
  multiple: boolean
  hideTotals: boolean
}

/**
 * @returns the trimmed options without empty ones
 * @throws ValidationFailed with all exceeded limits
 */
export function checkOptions(given: readonly string[]): string[] {
  const { max_options, max_characters_per_option } = POLL_LIMITS
  const options = given.map((option) => option.trim()).filter((option) => option !== '')
  const problems: Said[] = []
  if (options.length < 2) problems.push(said('Choices must have more than one item'))
  if (options.length > max_options) {
    problems.push(said("Choices can't contain more than {max} items", { max: max_options }))
  }
  if (options.some(isTooLong)) {
    problems.push(
      said('Choices cannot be longer than {max} characters each', {
        max: max_characters_per_option,
      }),
    )
  }
  if (new Set(options).size !== options.length)
    problems.push(said('Choices contain duplicate items'))
  if (problems.length > 0) throw new ValidationFailed(...problems)
  return options
}

function isTooLong(option: string): boolean {
  if (option.length > MOST_UNITS) return true
  return countGraphemes(option) > POLL_LIMITS.max_characters_per_option
}

/**
 * @param seconds from now
 * @returns ms since 1970
 * @throws ValidationFailed if it is too early or too late
 */
export function endOf(tx: Tx, seconds: number): number {
  const { min_expiration, max_expiration } = POLL_LIMITS
  if (seconds > max_expiration) {
    throw new ValidationFailed('Deadline is too far into the future')
  }
  if (seconds < min_expiration) throw new ValidationFailed('Deadline is too soon')
  return tx.now + seconds * 1000
}

/** @throws ValidationFailed if the poll could not be created now */
export function checkPoll(tx: Tx, poll: NewPoll): void {
  checkOptions(poll.options)
  endOf(tx, poll.expiresIn)
}

/**
 * Creates a poll whose status follows in the same transaction.
 * @returns its id
 * @throws ValidationFailed if it exceeds the limits
 */
export async function createPoll(tx: Tx, accountId: string, poll: NewPoll): Promise<string> {
  const options = checkOptions(poll.options)
  const expiresAt = endOf(tx, poll.expiresIn)
  const id = tx.newId()
  await tx.db
    .insertInto('poll')
    .values({
      id,
      status_id: null,
      account_id: accountId,
      multiple: poll.multiple,
      hide_totals: poll.hideTotals,
      expires_at: expiresAt,
      voters_count: 0,
      expired_notified: false,
      created_at: tx.now,
    })
    .execute()
  await insertOptions(tx, id, options)
  await expectEnd(tx, id, expiresAt)
  return id
}

/** Assigns a new poll to its status. */
export async function givePoll(tx: Tx, pollId: string, statusId: string): Promise<void> {
  await tx.db.updateTable('poll').set({ status_id: statusId }).where('id', '=', pollId).execute()
}

export async function insertOptions(tx: Tx, pollId: string, options: string[]): Promise<void> {
  await tx.db
    .insertInto('poll_option')
    .values(
      options.map((title, position) => ({ poll_id: pollId, position, title, votes_count: 0 })),
    )
    .execute()
}
