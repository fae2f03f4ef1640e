import type { Routes } from '../http/routes.ts'
import type { JobHandlers } from '../jobs/handlers.ts'
import type { Subscriber } from '../subscriber.ts'
import { appRoutes } from './app-routes.ts'
import { emailRoutes } from './email-routes.ts'
import { identityRoutes } from './identity-routes.ts'
import { mailJobs } from './mails.ts'
import { moveRoutes } from './move-routes.ts'
import { pruningJobs } from './pruning.ts'
import { tellOfMove } from './security-mails.ts'
import { blockEmailOfAccount, unblockEmailOfAccount } from './sign-up-blocks/canonical-emails.ts'
import { staffMailJobs, tellStaff } from './staff-mails.ts'
import { tokenRoutes } from './token-routes.ts'

export const routes: Routes = (server, app) => {
  appRoutes(server, app)
  tokenRoutes(server, app)
  identityRoutes(server, app)
  emailRoutes(server, app)
  moveRoutes(server, app)
}

export const jobs: JobHandlers = { ...mailJobs, ...pruningJobs, ...staffMailJobs }

export const subscriber: Subscriber = {
  record: {
    'sign_up.pending': (tx, { accountId }) => tellStaff(tx, accountId),
    'account.moved': (tx, { accountId }) => tellOfMove(tx, accountId),
    /** Tokens stay, so that clients are told why they are refused (S-027); streams close (A46). */
    async 'account.suspended'(tx, { accountId }) {
      tx.emit({ type: 'account.signed_out', accountId })
      await blockEmailOfAccount(tx, accountId)
    },
    'account.unsuspended': (tx, { accountId }) => unblockEmailOfAccount(tx, accountId),
  },
}
