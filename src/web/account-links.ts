import { html, type SafeHtml } from '../text/html.ts'
import { csrfField } from './forms.ts'
import { type IconName, icon } from './public-icons.ts'
import { isStaff } from './staff.ts'
import type { Visitor } from './visitor.ts'

/** Where to go once signed in, if nothing was asked for before. */
export const HOME = '/home'

/** What the staff decided about somebody: all that they see who are suspended or frozen. */
export const STRIKES = '/settings/strikes'

/** What stands in a page's header. @param visitor null for pages that are the same for everybody */
export function accountLinks(visitor: Visitor | null): SafeHtml {
  if (visitor?.user) return html`${ways(visitor)}${signOut(visitor)}`
  if (visitor?.barred) {
    const { username } = visitor.barred.user
    return html`<a class="account-name" href="${STRIKES}">@${username}</a>${signOut(visitor)}`
  }
  return html`<a class="button quiet" href="/auth/sign_in">Sign in</a>`
}

/** Back to the client, and to what else is not in it. */
function ways({ user }: Visitor): SafeHtml {
  if (user === null) return html``
  // nothing else is open before the second factor is there
  if (user.barred !== null) return html`<span class="account-name">@${user.username}</span>`
  return html`${way('/home', 'home', 'Home')}${way('/notifications', 'bell', 'Notifications')}${way('/settings', 'settings', 'Settings')}${isStaff(user) && way('/admin', 'shield', 'Admin')}
<a class="account-name" href="/@${user.username}">@${user.username}</a>`
}

/** On small screens the icon alone is seen. */
function way(href: string, name: IconName, title: string): SafeHtml {
  return html`<a class="way" href="${href}">${icon(name)}<span>${title}</span></a>`
}

function signOut(visitor: Visitor): SafeHtml {
  return html`
<form method="post" action="/auth/sign_out">${csrfField(visitor)}<button class="way">${icon('leave')}<span>Sign out</span></button></form>`
}
