import type { App } from '../../../kernel/core/app.ts'
import { spendKey } from '../../../kernel/http/rate-limits/limiter.ts'
import { html, type SafeHtml } from '../../../kernel/text/html.ts'
import { type Text, t } from '../../../kernel/text/messages.ts'
import { field } from '../frame/forms.ts'
import type { SignedIn } from '../frame/signed-in.ts'
import { textOf } from '../pages.ts'

export interface Addresses {
  email: string
  /** new address that waits for its confirmation */
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
 * The password in a form that checks it. The attempt counts together with sign-in attempts, as it is the same
 * password (A45).
 * @throws TooManyRequests
 */
export async function givenPassword(app: App, caller: SignedIn): Promise<string> {
  await spendKey(caller.request, 'sign_in_email', (await addressesOf(app, caller)).email)
  return textOf(caller.request.body, 'user', 'current_password')
}

/** The password input of a form. @param id differs between the forms of a page */
export function passwordField(id: string, error: Text | undefined): SafeHtml {
  return html`${field({ id, name: 'user[current_password]', label: t('Current password'), type: 'password', autocomplete: 'current-password', required: true, error })}`
}
