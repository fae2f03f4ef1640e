import type { Config } from '../config.ts'
import { html, type SafeHtml } from '../text/html.ts'
import { type AccountEntity, isLocal } from './public-entities.ts'
import { nameHtml } from './public-text.ts'

/** The handle by which people on every server find an account, without the first sign. */
export function fullHandle(
  config: Pick<Config, 'handleDomain'>,
  account: Pick<AccountEntity, 'acct'>,
): string {
  return isLocal(account) ? `${account.acct}@${config.handleDomain}` : account.acct
}

/** The picture of an account whose name stands beside it. @param size pixels */
export function avatar({ avatar_static }: AccountEntity, size: number): SafeHtml {
  return html`<img class="avatar" src="${avatar_static}" alt="" width="${size}" height="${size}" loading="lazy">`
}

/** A link to an account: to its page here, or to where it lives. */
export function accountLink(account: AccountEntity, className: string): SafeHtml {
  return html`<a class="${className}" href="${account.url}"${foreign(account)}><bdi>${nameHtml(account)}</bdi></a>`
}

/** Attributes of links that lead to other servers. */
export function foreign(account: Pick<AccountEntity, 'acct'>): SafeHtml {
  return isLocal(account) ? html`` : html` rel="nofollow noopener"`
}

/** Picture, name and handle in a row. */
export function accountCard(
  config: Pick<Config, 'handleDomain'>,
  account: AccountEntity,
): SafeHtml {
  return html`<div class="byline">
<a class="byline-avatar" href="${account.url}"${foreign(account)} tabindex="-1" aria-hidden="true">${avatar(account, 48)}</a>
<div class="byline-names">${accountLink(account, 'byline-name')}
<span class="handle">@${fullHandle(config, account)}</span></div>
</div>`
}
