import type { App } from '../../app.ts'
import { spendKey } from '../../http/rate-limits/limiter.ts'
import { html, type SafeHtml } from '../../text/html.ts'
import { field } from '../forms.ts'
import { textOf } from '../pages.ts'
import type { SignedIn } from '../signed-in.ts'

export interface Addresses {
  email: string
  /** waits for its confirmation */
  unconfirmed_email: string | null
}

export async function addressesOf(app: App, { user }: SignedIn): Promise<Addresses> {
  return app.db
    .selectFrom('local_user')
    .select(['email', 'unconfirmed_email'])
    .where('id', '=', user.userId)
    .executeTakeFirstOrThrow()
}

/**
 * The password that a form brought to be checked, counted together with signing in: it is the same
 * password (A45).
 * @throws TooManyRequests
 */
export async function givenPassword(app: App, caller: SignedIn): Promise<string> {
  spendKey(caller.request, 'sign_in_email', (await addressesOf(app, caller)).email)
  return textOf(caller.request.body, 'user', 'current_password')
}

/** Where a form asks for the password. @param id differs between the forms of a page */
export function passwordField(id: string, error: string | undefined): SafeHtml {
  return html`${field({ id, name: 'user[current_password]', label: 'Current password', type: 'password', autocomplete: 'current-password', required: true, error })}`
}
