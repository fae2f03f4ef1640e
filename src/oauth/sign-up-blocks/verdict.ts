import { type FieldError, InvalidFields, TAKEN } from '../../accounts/field-errors.ts'
import type { App } from '../../app.ts'
import { normalizeEmail } from '../email-address.ts'
import { noteAttempt } from './attempts.ts'
import { canonicalEmailBlocksOf } from './canonical-emails.ts'
import { emailDomainBlocksOf } from './email-domains.ts'
import { usernameBlocks } from './usernames.ts'

/** What the staff's blocks say of somebody who wants to sign up. */
export interface BlockVerdict {
  username: FieldError | null
  email: FieldError | null
  /** staff has to look at them, whatever else the rules are */
  needsApproval: boolean
}

export interface Judged {
  username: string
  email: string
  ip: string | null
  /** by somebody here: then blocks of e-mail addresses do not count */
  invited: boolean
}

const BLOCKED: FieldError = {
  error: 'ERR_BLOCKED',
  description: 'is of a provider that cannot be used here',
}
const UNREACHABLE: FieldError = {
  error: 'ERR_UNREACHABLE',
  description: 'does not seem to take any mail',
}
const RESERVED: FieldError = { error: 'ERR_RESERVED', description: 'is reserved' }

/**
 * Asks all blocks, and DNS where the domain's mail goes. Whoever is concerned by a block of an e-mail domain is
 * counted there.
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
  // that the address is known here is all that its owner is told
  const known = !invited && (await canonicalEmailBlocksOf(app.db, address)).length > 0
  return { problem: known ? TAKEN : null, needsApproval }
}

/**
 * Demands that blocks allow an address that somebody takes instead of the one they signed up with, before that
 * was confirmed.
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
