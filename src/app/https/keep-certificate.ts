import { openAccount } from '../../kernel/acme/account.ts'
import { checkPair, flawOf, readCertificate } from '../../kernel/acme/certificate-facts.ts'
import { certificateId } from '../../kernel/acme/certificate-id.ts'
import { newKey } from '../../kernel/acme/certificates.ts'
import { type ChallengeKind, obtainCertificate } from '../../kernel/acme/obtain.ts'
import { AuthorityProblem } from '../../kernel/acme/problem.ts'
import { findRenewalInfo } from '../../kernel/acme/renewal-info.ts'
import { DAY, HOUR } from '../../kernel/base/durations.ts'
import { render } from '../../kernel/base/translatable-text.ts'
import { utcMinute } from '../../kernel/base/utc-minute.ts'
import { createFailureLines, findFailures } from './failure-lines.ts'
import type { Keeping } from './keeping.ts'
import { CHALLENGES, responderOf } from './responders.ts'
import { pauseAfter, renewalTime, type Span } from './schedule.ts'

/** ms: clocks may be set meanwhile, and machines sleep */
const LONGEST_SLEEP = HOUR

/** ms after a new certificate in which none is asked for */
const LONGEST_REST = DAY

/** Shows the stored certificate, if it is one for this name. */
export async function showStored({ store, state, name, clock, log }: Keeping): Promise<void> {
  const stored = await store.read('certificate')
  if (stored === null || stored.name !== name) return
  try {
    const flaw = flawOf(checkPair(stored), name, clock())
    if (flaw !== null) log.error(render(flaw))
  } catch (error) {
    return log.error(
      `The stored certificate for ${name} is left aside: ${(error as Error).message}`,
    )
  }
  await state.show({ key: stored.key, cert: stored.cert })
}

/** Obtains the first certificate, and renews it, until `pause` rejects. The certificate in use serves on meanwhile. */
export async function keepCertificate(keeping: Keeping): Promise<never> {
  const { clock, pause, log, name } = keeping
  const lines = createFailureLines(keeping)
  const dueAt = createDueTime(keeping)
  let notBefore = 0
  for (let failures = 0; ; ) {
    const due = failures === 0 ? notSooner(await dueAt(), notBefore, clock()) : clock()
    if (due > clock()) {
      await pause(Math.min(due - clock(), LONGEST_SLEEP))
      continue
    }
    try {
      const { start, end } = await renew(keeping, failures)
      failures = 0
      notBefore = clock() + Math.min(LONGEST_REST, (end - start) / 10)
      await lines.clear()
      log.info(`A new certificate for ${name} is in use, valid until ${utcMinute(end)}`)
    } catch (error) {
      // a stop of the server is no failure: this rejects then
      await pause(0)
      failures++
      const retryAt = error instanceof AuthorityProblem ? error.retryAt : null
      const wait = pauseAfter(failures, { now: clock(), retryAt, random: Math.random() })
      await lines.tell(error, clock() + wait)
      await pause(wait)
    }
  }
}

/**
 * When the certificate in use has to be replaced. The random point of a window is kept until the window changes, and the
 * authority is asked when it wants to be.
 */
function createDueTime(keeping: Keeping): () => Promise<number> {
  const { state, store, transport, clock } = keeping
  let known: { chain: string; window: Span | null; askAgainAt: number; random: number } | null =
    null
  return async () => {
    const chain = state.certificate?.cert
    const stored = await store.read('certificate')
    if (chain === undefined || stored?.directory !== transport.directory) return clock()
    // it was due before a restart, by another random point
    if ((await findFailures(keeping)) !== null) return clock()
    if (known?.chain !== chain || clock() >= known.askAgainAt) {
      // without an opinion, or an answer, the life of the certificate counts
      const info = await findRenewalInfo(transport, chain, clock()).catch(() => null)
      const window = info?.window ?? null
      const isSame = known?.chain === chain && known.window?.start === window?.start
      const random = isSame ? known!.random : Math.random()
      known = { chain, window, random, askAgainAt: info?.askAgainAt ?? clock() + LONGEST_SLEEP }
    }
    return Math.min(
      renewalTime(lifeOf(chain), known.window, known.random),
      known.askAgainAt + LONGEST_SLEEP,
    )
  }
}

/** By a wrong clock each new certificate may seem to be due at once, and authorities give few a week. */
function notSooner(due: number, notBefore: number, now: number): number {
  // a clock that was set back says nothing about the certificate
  return notBefore - now > LONGEST_REST ? due : Math.max(due, notBefore)
}

/** @returns the life of the new certificate */
async function renew(keeping: Keeping, failures: number): Promise<Span> {
  const { name, email, transport, store, state, clock, pause } = keeping
  const { directory } = transport
  const stored = await store.read('certificate')
  const by = challengeFor(stored?.by ?? null, failures)
  const account = await openAccount(transport, {
    key: await store.accountKey(directory),
    ...{ email, clock },
  })
  const begun = await store.read('order')
  const isMine = begun?.directory === directory && begun.name === name && begun.key !== stored?.key
  const key = isMine ? begun.key : newKey()
  const replaced = stored?.directory === directory ? certificateId(stored.cert) : null
  const hasInfo = account.directory.renewalInfo !== null
  try {
    const cert = await obtainCertificate(account, {
      ...{ name, key, clock, pause },
      order: isMine ? begun.url : null,
      replaces: hasInfo ? replaced : null,
      responder: responderOf(by, keeping),
      onOrder: (url) => store.write('order', { directory, name, key, url }),
    })
    await store.write('certificate', { directory, name, by, key, cert })
    await store.remove('order')
    await state.show({ key, cert })
    return lifeOf(cert)
  } catch (error) {
    // what the authority has refused is over; what broke off is gone on with
    if (error instanceof AuthorityProblem && !error.passes) await store.remove('order')
    throw error
  }
}

function lifeOf(chain: string): Span {
  const { validFromDate, validToDate } = readCertificate(chain)
  return { start: validFromDate.getTime(), end: validToDate.getTime() }
}

/** The challenge that worked before, and each other one in turn after failures. */
function challengeFor(last: ChallengeKind | null, failures: number): ChallengeKind {
  const first = last === null ? 0 : CHALLENGES.indexOf(last)
  return CHALLENGES[(first + failures) % CHALLENGES.length]!
}
