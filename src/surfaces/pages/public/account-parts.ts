import type { Config } from '../../../kernel/base/config.ts'
import { html, type SafeHtml } from '../../../kernel/text/html.ts'

import { type AccountEntity, isLocal } from './entities.ts'
import { nameHtml } from './text.ts'

/** The handle that finds an account from any server, without the leading `@`. */
export function fullHandle(
  config: Pick<Config, 'handleDomain'>,
  account: Pick<AccountEntity, 'acct'>,
): string {
  return isLocal(account) ? `${account.acct}@${config.handleDomain}` : account.acct
}

/** The avatar of an account whose name stands beside it. @param size pixels */
export function avatar({ avatar_static }: AccountEntity, size: number): SafeHtml {
  return html`<img class="avatar" src="${avatar_static}" alt="" width="${size}" height="${size}" loading="lazy">`
}

/** A link to an account: to its page here, or to its page on its own server. */
export function accountLink(account: AccountEntity, className: string): SafeHtml {
  return html`<a class="${className}" href="${account.url}"${foreign(account)}><bdi>${nameHtml(account)}</bdi></a>`
}

/** Attributes of links to accounts of other servers. */
export function foreign(account: Pick<AccountEntity, 'acct'>): SafeHtml {
  return isLocal(account) ? html`` : html` rel="nofollow noopener"`
}

/** Avatar, name and handle in a row. */
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
