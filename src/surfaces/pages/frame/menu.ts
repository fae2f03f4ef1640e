import { html, type SafeHtml } from '../../../kernel/text/html.ts'
import { type Text, t } from '../../../kernel/text/messages.ts'
import { csrfField } from './forms.ts'
import type { Frame } from './frame.ts'
import { shape } from './shapes.ts'
import { wayLink } from './way-link.ts'
import type { WayGroup } from './ways.ts'

/** A button that opens the sheet; browsers do it without script. */
export const openMenu = (className: string, content: SafeHtml): SafeHtml =>
  html`<button type="button" class="${className}" popovertarget="menu" aria-haspopup="dialog">${content}</button>`

/** The sheet that leads everywhere. Browsers that know no popover show it at the end of the page. */
export function menuSheet(
  frame: Frame,
  { groups, join }: { groups: readonly WayGroup<Text>[]; join: SafeHtml },
): SafeHtml {
  const section = ({ title, ways }: WayGroup<Text>) =>
    html`<section aria-label="${title}"><h3>${title}</h3><ul>
${ways.map((way) => html`<li>${wayLink(way, frame.path, 20)}</li>`)}
</ul></section>`
  return html`<div id="menu" class="menu-sheet" popover role="dialog" aria-labelledby="menu-title">
<header class="menu-head"><h2 id="menu-title">${t('Menu')}</h2><button type="button" class="button quiet" popovertarget="menu" popovertargetaction="hide" aria-label="${t('Close')}">${shape('x', 20)}</button></header>
<div class="more">
${frame.face === null ? join : own(frame)}
${groups.map(section)}
</div>
</div>`
}

/** The account that is signed in, and the ways out. */
function own({ face, visitor }: Frame): SafeHtml {
  return html`<div class="menu-account"><p><bdi class="account-menu-name">${face?.name}</bdi> <bdi class="muted" dir="ltr">@${visitor?.user?.username}</bdi></p>
<div class="buttons"><a class="button secondary" href="/auth/accounts">${shape('users', 20)}${t('Accounts')}</a>
${visitor && html`<form method="post" action="/auth/sign_out">${csrfField(visitor)}<button class="button secondary">${shape('log-out', 20)}<span>${t('Sign out')}</span></button></form>`}</div></div>`
}
