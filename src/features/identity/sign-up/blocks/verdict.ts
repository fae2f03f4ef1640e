import type { App } from '../../../../kernel/core/app.ts'
import { type FieldError, InvalidFields, problemOf, TAKEN } from '../../../accounts/field-errors.ts'
import { normalizeEmail } from '../../email-address.ts'
import { noteAttempt } from './attempts.ts'
import { canonicalEmailBlocksOf } from './canonical-emails.ts'
import { emailDomainBlocksOf } from './email-domains.ts'
import { usernameBlocks } from './usernames.ts'

/** The verdict of the staff's blocks on a sign-up. */
export interface BlockVerdict {
  username: FieldError | null
  email: FieldError | null
  /** the staff must approve it, whatever the registration mode */
  needsApproval: boolean
}

export interface Judged {
  username: string
  email: string
  ip: string | null
  /** by a local user: then blocks of e-mail addresses do not apply */
  invited: boolean
}

const BLOCKED = problemOf('ERR_BLOCKED', 'is of a provider that cannot be used here')
const UNREACHABLE = problemOf('ERR_UNREACHABLE', 'does not seem to take any mail')
const RESERVED = problemOf('ERR_RESERVED', 'is reserved')

/**
 * Checks all blocks, and queries DNS for the MX records of the domain. Sign-ups concerned by a
 * block of an e-mail domain are counted for that block.
 *
 * @see Mastodon's app/validators/user_email_validator.rb and email_mx_validator.rb
 */
export async function judgeSignUp(app: App, judged: Judged): Promise<BlockVerdict> {
  const name = (await app.cached.get(usernameBlocks))(judged.username)
  const email = await judgeEmail(app, judged)
  return {
    username: name === 'blocked' ? RESERVED : null,
    email: email.problem,
    needsApproval: name === 'approval' || email.needsApproval,
  }
}

type EmailVerdict = { problem: FieldError | null; needsApproval: boolean }

async function judgeEmail(app: App, { email, ip, invited }: Judged): Promise<EmailVerdict> {
  const address = normalizeEmail(email)?.toLowerCase()
  if (address === undefined) return { problem: null, needsApproval: false }
  const domain = address.slice(address.lastIndexOf('@') + 1)
  const hosts = await app.mailHosts(domain)
  const blocks = await emailDomainBlocksOf(app.db, [domain, ...(hosts ?? [])])
  const ids = blocks.map(({ id }) => id)
  if (ids.length > 0) await app.transact((tx) => noteAttempt(tx, ids, ip))
  const needsApproval = blocks.some((block) => block.allow_with_approval)
  const refused = blocks.some((block) => !block.allow_with_approval)
  if (refused && !invited) return { problem: BLOCKED, needsApproval }
  if (hosts?.length === 0) return { problem: UNREACHABLE, needsApproval }
  // the error does not reveal that the address is blocked
  const known = !invited && (await canonicalEmailBlocksOf(app.db, address)).length > 0
  return { problem: known ? TAKEN : null, needsApproval }
}

/**
 * Checks blocks for a new e-mail address that replaces the unconfirmed address of the sign-up.
 *
 * @throws InvalidFields
 */
export async function refuseBlockedEmail(
  app: App,
  email: string,
  ip: string | null,
): Promise<void> {
  const { problem } = await judgeEmail(app, { username: '', email, ip, invited: false })
  if (problem !== null) throw new InvalidFields({ email: [problem] })
}
