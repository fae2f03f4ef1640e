import type { Routes } from '../http/routes.ts'
import { accountsHereRoutes } from './accounts-here-api.ts'
import { accountsHerePages } from './accounts-here-pages.ts'
import { adminPages } from './admin/shell.ts'
import { assetRoutes } from './assets.ts'
import { builtPageRoutes } from './built-pages.ts'
import { clientPages } from './client/pages.ts'
import { confirmationPages } from './confirmation-pages.ts'
import { consentPages } from './consent-pages.ts'
import { interactionPages } from './interaction-pages.ts'
import { invitePages } from './invite-pages.ts'
import { passwordPages } from './password-pages.ts'
import { publicPages } from './public-pages.ts'
import { referencePages } from './reference/pages.ts'
import { settingsPages } from './settings/settings-pages.ts'
import { setupPages } from './setup-pages.ts'
import { signInPages } from './sign-in-pages.ts'
import { signUpPages } from './sign-up-pages.ts'
import { createFrontDoor } from './visitor.ts'

const PAGES = [
  setupPages,
  signUpPages,
  signInPages,
  accountsHerePages,
  confirmationPages,
  passwordPages,
  settingsPages,
  invitePages,
  consentPages,
  interactionPages,
  ...publicPages,
  referencePages,
  adminPages,
  clientPages,
]

export const routes: Routes = (server, app) => {
  assetRoutes(server, app)
  builtPageRoutes(server, app)
  accountsHereRoutes(server, app)
  const door = createFrontDoor(app)
  for (const pages of PAGES) pages(server, app, door)
}
