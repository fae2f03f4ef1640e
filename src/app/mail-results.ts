import { noteMailResult } from '../features/identity/mail-results.ts'
import type { App } from '../kernel/core/app.ts'
import { type Mailer, MailRefused } from '../kernel/mail/mail.ts'

/** A mailer that remembers at the recipient's account whether the mail server takes mails for the address. */
export function rememberResults(mailer: Mailer, app: () => App): Mailer {
  return {
    async send(mail) {
      try {
        await mailer.send(mail)
      } catch (error) {
        if (error instanceof MailRefused) await noteMailResult(app(), mail.to, error.message)
        throw error
      }
      await noteMailResult(app(), mail.to, null)
    },
  }
}
