import type { App } from '../app.ts'
import { html, type SafeHtml } from '../text/html.ts'
import { foreign, fullHandle } from './public-account-parts.ts'
import { type AccountEntity, isLocal } from './public-entities.ts'
import { icon } from './public-icons.ts'
import { emojiText, fieldHtml, nameHtml, nameOf, noteHtml } from './public-text.ts'
import { counted, longDay, shortNumber } from './public-words.ts'

/** What a profile's page is a list of; the values stand in its address. */
export type ProfileTab = '' | 'with_replies' | 'media'

const TABS: readonly { tab: ProfileTab; name: string }[] = [
  { tab: '', name: 'Posts' },
  { tab: 'with_replies', name: 'Posts and replies' },
  { tab: 'media', name: 'Media' },
]

/** @param follows how people of other servers follow; nothing for those who are signed in here */
export function profileCard(app: App, account: AccountEntity, follows: SafeHtml): SafeHtml {
  return html`<section class="card flush profile" aria-labelledby="profile-name">
<img class="profile-header" src="${account.header_static}" alt="${account.header_description}" width="1500" height="500">
<div class="profile-body">
<div class="profile-top">
<img class="avatar" src="${account.avatar_static}" alt="${account.avatar_description}" width="96" height="96">
${follows}
</div>
<h1 id="profile-name"><bdi>${nameHtml(account)}</bdi></h1>
<p class="profile-handle"><span class="copyable">@${fullHandle(app.config, account)}</span>${badges(account)}</p>
${account.moved && moved(app, account.moved)}
${account.note !== '' && html`<div class="content bio" dir="auto">${noteHtml(account)}</div>`}
${fields(account)}
<ul class="totals">
<li title="${counted(account.statuses_count, 'post', 'posts')}"><strong>${shortNumber(account.statuses_count)}</strong> ${account.statuses_count === 1 ? 'post' : 'posts'}</li>
<li title="${counted(account.following_count, 'account', 'accounts')}"><strong>${shortNumber(account.following_count)}</strong> following</li>
<li title="${counted(account.followers_count, 'follower', 'followers')}"><strong>${shortNumber(account.followers_count)}</strong> ${account.followers_count === 1 ? 'follower' : 'followers'}</li>
<li class="muted">Joined <time datetime="${account.created_at}">${longDay(account.created_at)}</time></li>
</ul>
</div>
</section>`
}

function badges(account: AccountEntity): SafeHtml {
  const names = [
    account.bot && 'Automated',
    account.group && 'Group',
    account.locked && 'Approves followers',
    account.memorial && 'In memoriam',
    ...(account.roles ?? []).map((role) => role.name),
  ]
  return html`${names.map((name) => name && html` <span class="badge">${name}</span>`)}`
}

function moved(app: App, target: AccountEntity): SafeHtml {
  return html`<p class="notice info">${nameOf(target)} is now at <a class="break" href="${target.url}"${foreign(target)}>@${fullHandle(app.config, target)}</a></p>`
}

function fields(account: AccountEntity): SafeHtml {
  if (account.fields.length === 0) return html``
  return html`<dl class="profile-fields">
${account.fields.map(({ name, value, verified_at: verified }) => {
  const mark =
    verified !== null &&
    html`<span class="verified" title="This link was checked on ${longDay(verified)}">${icon('check')}<span class="visually-hidden">Checked on ${longDay(verified)}:</span></span>`
  return html`<div${verified !== null && html` class="is-verified"`}><dt dir="auto">${emojiText(name, account.emojis)}</dt><dd dir="auto">${mark}${fieldHtml(account, value)}</dd></div>`
})}
</dl>`
}

/** Links to what else there is of the account. */
export function profileTabs({ username }: AccountEntity, current: ProfileTab | null): SafeHtml {
  return html`<nav class="tabs" aria-label="Posts of this account">
${TABS.map(({ tab, name }) => html`<a href="${profilePath(username, tab)}"${tab === current && html` aria-current="page"`}>${name}</a>`)}
<a class="tabs-feed" href="/@${username}.rss" title="RSS feed">${icon('feed')}<span class="visually-hidden">RSS feed</span></a>
</nav>`
}

export function profilePath(username: string, tab: ProfileTab): string {
  return tab === '' ? `/@${username}` : `/@${username}/${tab}`
}

/** The form that leads people to their own servers. */
export function followForm(app: App, account: AccountEntity): SafeHtml {
  if (!isLocal(account)) return html``
  return html`<details class="follow">
<summary class="follow-button button primary">Follow</summary>
<form class="follow-form" method="post" action="/@${account.username}/follow">
<label class="follow-label" for="follow-server">Where is your account?</label>
<p class="hint muted small" id="follow-hint">Enter your server’s address, or search there for <span class="copyable">@${fullHandle(app.config, account)}</span></p>
<div class="follow-row">
<input class="follow-input" type="text" id="follow-server" name="server" placeholder="social.example" autocomplete="off" autocapitalize="none" spellcheck="false" inputmode="url" maxlength="300" required aria-describedby="follow-hint">
<button class="button primary">Continue</button>
</div>
</form>
</details>`
}
