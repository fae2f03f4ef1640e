import type { Subscriber } from '../../kernel/core/subscriber.ts'
import type { Routes } from '../../kernel/http/routes.ts'
import type { JobHandlers } from '../../kernel/jobs/handlers.ts'
import { emailRoutes } from './email-routes.ts'
import { languageRoutes } from './language-routes.ts'
import { mailJobs } from './mails.ts'
import { moveRoutes } from './move-routes.ts'
import { preferencesRoutes } from './preferences-routes.ts'
import { mailMove } from './security-mails.ts'
import { blockEmailOfAccount, unblockEmailOfAccount } from './sign-up/blocks/canonical-emails.ts'
import { mailStaff, staffMailJobs } from './sign-up/staff-mails.ts'

export const routes: Routes = (server, app) => {
  emailRoutes(server, app)
  languageRoutes(server, app)
  preferencesRoutes(server, app)
  moveRoutes(server, app)
}

export const jobs: JobHandlers = { ...mailJobs, ...staffMailJobs }

export const subscriber: Subscriber = {
  record: {
    'sign_up.pending': (tx, { accountId }) => mailStaff(tx, accountId),
    'account.moved': (tx, { accountId }) => mailMove(tx, accountId),
    /** Tokens stay, so that clients get the reason for the refusal (S-027); streams close (A46). */
    async 'account.suspended'(tx, { accountId }) {
      tx.emit({ type: 'account.signed_out', accountId })
      await blockEmailOfAccount(tx, accountId)
    },
    'account.unsuspended': (tx, { accountId }) => unblockEmailOfAccount(tx, accountId),
  },
}
