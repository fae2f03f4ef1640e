import { html, type SafeHtml } from '../../../kernel/text/html.ts'
import { t } from '../../../kernel/text/messages.ts'
import { csrfField } from './forms.ts'
import type { Visitor } from './visitor.ts'

/** Page after signing in without a return path. */
export const HOME = '/home'

/** Moderation decisions about the user: the only page for suspended and frozen users. */
export const STRIKES = '/settings/strikes'

/** Links in the head of a page that has no frame: the way in, or out for who may go nowhere else. */
export function accountLinks(visitor: Visitor | null): SafeHtml {
  if (visitor?.barred) {
    const { username } = visitor.barred.user
    return html`<a class="account-name" href="${STRIKES}">@${username}</a>${signOut(visitor)}`
  }
  if (!visitor?.user) return html`<a class="button quiet" href="/auth/sign_in">${t('Sign in')}</a>`
  // no other page is open before the second factor exists
  if (visitor.user.barred === null) return html``
  return html`<span class="account-name">@${visitor.user.username}</span>${signOut(visitor)}`
}

const signOut = (visitor: Visitor): SafeHtml => html`
<form method="post" action="/auth/sign_out">${csrfField(visitor)}<button class="button quiet">${t('Sign out')}</button></form>`
