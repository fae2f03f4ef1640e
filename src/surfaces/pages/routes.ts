import type { Routes } from '../../kernel/http/routes.ts'
import { healthPages } from './admin/health-page.ts'
import { adminPages } from './admin/shell.ts'
import { assetRoutes } from './assets.ts'
import { accountsHereRoutes } from './auth/accounts-here-api.ts'
import { accountsHerePages } from './auth/accounts-here-pages.ts'
import { confirmationPages } from './auth/confirmation-pages.ts'
import { consentPages } from './auth/consent-pages.ts'
import { invitePages } from './auth/invite-pages.ts'
import { passwordPages } from './auth/password-pages.ts'
import { setupPages } from './auth/setup-pages.ts'
import { signInPages } from './auth/sign-in-pages.ts'
import { signUpPages } from './auth/sign-up-pages.ts'
import { unsubscribePages } from './auth/unsubscribe-pages.ts'
import { builtPageRoutes } from './built-pages.ts'
import { clientPages } from './client/pages.ts'
import { colourRoutes } from './colours.ts'
import { customStyleRoutes } from './custom-styles.ts'
import { referencePages } from './developers/pages.ts'
import { languagePages } from './frame/language.ts'
import { createFrontDoor } from './frame/visitor.ts'
import { interactionPages } from './public/interaction-pages.ts'
import { publicPages } from './public/routes.ts'
import { settingsPages } from './settings/settings-pages.ts'

const PAGES = [
  languagePages,
  setupPages,
  signUpPages,
  signInPages,
  accountsHerePages,
  confirmationPages,
  unsubscribePages,
  passwordPages,
  settingsPages,
  invitePages,
  consentPages,
  interactionPages,
  ...publicPages,
  referencePages,
  healthPages,
  adminPages,
  clientPages,
]

export const routes: Routes = (server, app) => {
  assetRoutes(server, app)
  builtPageRoutes(server, app)
  colourRoutes(server, app)
  customStyleRoutes(server, app)
  accountsHereRoutes(server, app)
  const door = createFrontDoor(app)
  for (const pages of PAGES) pages(server, app, door)
}
