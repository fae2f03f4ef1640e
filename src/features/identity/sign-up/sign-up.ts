import { Forbidden } from '../../../kernel/base/errors.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import { labelOf } from '../../accounts/author-facts.ts'
import {
  BLANK,
  type FieldErrors,
  problemOf,
  refuseProblems,
  tooLong,
} from '../../accounts/field-errors.ts'
import { applyToAccount, type ScreenedAccount, screenNewAccount } from '../../accounts/screening.ts'
import { hold } from '../../automod/held.ts'
import { RefusedByRule, transactByRules } from '../../automod/matches.ts'
import { automodRules } from '../../automod/rules.ts'
import { ipBlocks } from '../../instance/ip-blocks.ts'
import { reasonRequired, registrationsOpen } from '../../instance/registrations.ts'
import { type Settings, settings } from '../../instance/settings.ts'
import { addressKey } from '../email-address.ts'
import { accountProblems, createLocalAccount } from '../local-accounts.ts'
import { passwordProblem } from '../password-changes.ts'
import { hashPassword } from '../passwords.ts'
import { isTimeZone } from '../user-choices.ts'
import { ageProblem } from './age.ts'
import { type BlockVerdict, judgeSignUp } from './blocks/verdict.ts'
import { demandsConfirmation } from './confirmation.ts'
import { admitFrom, isWave, queueSignUps } from './sign-up-flood.ts'
import { mailWave } from './staff-mails.ts'

export interface SignUp {
  username: string
  email: string
  password: string
  /** rules, terms and policies are accepted */
  agreement: boolean
  /** reason for joining; empty if not given */
  reason: string
  /** `YYYY-MM-DD`; empty if not given */
  dateOfBirth: string
  locale: string
  timeZone: string | null
  ip: string | null
  applicationId: string | null
  /** by a local user, whose invite may approve the account without the staff */
  invited?: { approves: boolean }
}

export interface NewUser {
  accountId: string
  userId: string
  /** the missing step before the account can be used, or null */
  waitsFor: 'confirmation' | 'approval' | null
}

export const REASON_LENGTH = 420
const LOCALE = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/

/**
 * Creates an account by the server's registration rules. An invited person may sign up while
 * registrations are closed, and needs no reason.
 *
 * @param then runs in the same transaction, for example to issue a token
 * @throws Forbidden if registrations are closed, for all or for this address (S-188)
 * @throws TooManyRequests if too many sign-ups came from this address or network (A55)
 * @throws RefusedByRule if an automatic rule rejects the account
 * @throws InvalidFields with all errors (S-272)
 */
export async function signUp<T>(
  app: App,
  input: SignUp,
  then: (tx: Tx, user: NewUser) => Promise<T>,
): Promise<T> {
  const current = await app.cached.get(settings)
  if (!registrationsOpen(current) && input.invited === undefined) {
    throw new Forbidden('Registrations are closed')
  }
  const doubt = await doubtAbout(app, input.ip)
  if (doubt === 'sign_up_block') throw new Forbidden('Nobody can sign up from your network')
  const problems = await accountProblems(app.db, input)
  const verdict = await judgeSignUp(app, { ...input, invited: input.invited !== undefined })
  const own = ownProblems(input, current, app.clock())
  refuseProblems({ ...blockProblems(verdict), ...problems, ...own })
  const passwordHash = await hashPassword(app.config, input.password)
  const confirmed = !(await demandsConfirmation(app))
  const { 'registrations.mode': mode, 'registrations.wave_limit': waveLimit } = current
  const invited = input.invited?.approves === true
  const account = {
    ...input,
    locale: LOCALE.test(input.locale) ? input.locale : (current.languages[0] ?? 'en'),
    timeZone: isTimeZone(input.timeZone) ? input.timeZone : null,
    reason: input.reason.trim() || null,
    passwordHash,
    confirmed,
  }
  const screened = await screen(app, input)
  const suspect =
    doubt !== null || verdict.needsApproval || (screened !== null && screened.hold !== null)
  return transactByRules(app, async (tx) => {
    if (screened !== null) refuse(screened)
    await queueSignUps(tx)
    if (input.ip !== null) await admitFrom(tx, input.ip)
    const held = !invited && (mode !== 'open' || (await holdsBack(tx, waveLimit)))
    const approved = !held && !suspect
    const made = await createLocalAccount(tx, { ...account, approved })
    if (screened !== null) await obey(tx, made.accountId, screened, input)
    const waitsFor = confirmed ? (approved ? null : 'approval') : 'confirmation'
    return then(tx, { ...made, waitsFor })
  })
}

/**
 * Whether there are so many sign-ups that each needs approval, of which the staff is notified
 * (A55).
 */
async function holdsBack(tx: Tx, limit: number): Promise<boolean> {
  const held = await isWave(tx, limit)
  if (held) mailWave(tx)
  return held
}

/** The verdict of the automatic rules on a sign-up. */
async function screen(app: App, input: SignUp): Promise<ScreenedAccount | null> {
  const rules = await app.cached.get(automodRules)
  return screenNewAccount(rules, 'local', labelOf(input.username, null), {
    account_age_hours: 0,
    domain: app.config.handleDomain,
    followers_count: 0,
    statuses_count: 0,
    username: input.username,
    display_name: '',
    bio: '',
    email_domain: addressKey(input.email).split('@').at(-1) ?? '',
    sign_up_ip: input.ip ?? undefined,
    sign_up_reason: input.reason,
  })
}

function refuse({ reject, matches, label }: ScreenedAccount): void {
  if (reject === null) return
  throw new RefusedByRule(matches, {
    subject: 'accounts',
    accountId: null,
    label,
    statusId: null,
  })
}

async function obey(
  tx: Tx,
  accountId: string,
  screened: ScreenedAccount,
  { reason }: SignUp,
): Promise<void> {
  await applyToAccount(tx, accountId, screened)
  if (screened.hold === null) return
  await hold(tx, screened.hold, { kind: 'account', accountId, input: null, text: reason })
}

function blockProblems({ username, email }: BlockVerdict): FieldErrors {
  return {
    ...(username === null ? {} : { username: [username] }),
    ...(email === null ? {} : { email: [email] }),
  }
}

async function doubtAbout(app: App, ip: string | null) {
  return ip === null ? null : (await app.cached.get(ipBlocks)).severityOf(ip, app.clock())
}

function ownProblems(input: SignUp, current: Settings, now: number): FieldErrors {
  const password = passwordProblem(input.password)
  const reason = input.reason.trim()
  const fields: FieldErrors = password === null ? {} : { password: [password] }
  if (!input.agreement) {
    fields.agreement = [problemOf('ERR_ACCEPTED', 'must be accepted')]
  }
  const mustSayWhy = reasonRequired(current) && input.invited === undefined
  if (reason === '' && mustSayWhy) fields.reason = [BLANK]
  if ([...reason].length > REASON_LENGTH) fields.reason = [tooLong(REASON_LENGTH)]
  const age = ageProblem(input.dateOfBirth, current['registrations.min_age'], now)
  if (age !== null) fields.date_of_birth = [age]
  return fields
}
