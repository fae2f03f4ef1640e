import { noteMailResult } from '../features/identity/mail-results.ts'
import { mailMarks } from '../features/instance/mail-marks.ts'
import { MINUTE } from '../kernel/base/durations.ts'
import type { App } from '../kernel/core/app.ts'
import { type Mailer, MailRefused } from '../kernel/mail/mail.ts'

/** ms for which a failure is known: a mail server that is away fails every mail that waits */
const KNOWN = MINUTE

/**
 * A mailer that remembers at the recipient's account whether the mail server takes mails for the address, and for the
 * operator whether it takes any.
 */
export function rememberResults(mailer: Mailer, app: () => App): Mailer {
  return {
    async send(mail) {
      try {
        await mailer.send(mail)
      } catch (error) {
        if (error instanceof MailRefused) await noteMailResult(app(), mail.to, error.message)
        else await noteFailure(app(), error)
        throw error
      }
      await noteMailResult(app(), mail.to, null)
      await noteFailure(app(), null)
    },
  }
}

/** @param error null: a mail was sent */
async function noteFailure({ db, clock, transact }: App, error: unknown): Promise<void> {
  const { failed } = await mailMarks.load(db)
  const at = clock()
  const isKnown = error === null ? failed === null : failed !== null && failed.at > at - KNOWN
  if (isKnown) return
  const reason = error instanceof Error ? error.message : String(error)
  await transact((tx) => mailMarks.save(tx, 'failed', error === null ? null : { at, reason }))
}
