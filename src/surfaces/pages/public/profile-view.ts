import type { App } from '../../../kernel/core/app.ts'
import { html, rich, richPlural, type SafeHtml } from '../../../kernel/text/html.ts'
import { plural, type Text, t } from '../../../kernel/text/messages.ts'
import { foreign, fullHandle } from './account-parts.ts'
import { type AccountEntity, isLocal } from './entities.ts'
import { icon } from './icons.ts'
import { emojiText, fieldHtml, nameHtml, nameOf, noteHtml } from './text.ts'
import { longDay, shortNumber } from './words.ts'

/** Tabs of a profile's page; the values are segments of its address. */
export type ProfileTab = '' | 'with_replies' | 'media'

const BOLD = { b: (text: SafeHtml) => html`<strong>${text}</strong>` }

const TABS: readonly { tab: ProfileTab; name: Text }[] = [
  { tab: '', name: t('Posts') },
  { tab: 'with_replies', name: t('Posts and replies') },
  { tab: 'media', name: t('Media') },
]

/** @param follows form for followers from other servers; empty for signed-in users */
export function profileCard(app: App, account: AccountEntity, follows: SafeHtml): SafeHtml {
  return html`${titleAbove(account)}
<section class="card flush profile" aria-labelledby="profile-name">
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
<li title="${plural(account.statuses_count, '{n} post', '{n} posts')}">${richPlural(account.statuses_count, '<b>{n}</b> post', '<b>{n}</b> posts', { n: shortNumber(account.statuses_count), ...BOLD })}</li>
<li title="${plural(account.following_count, '{n} account', '{n} accounts')}">${rich('{n} following', { n: html`<strong>${shortNumber(account.following_count)}</strong>` })}</li>
<li title="${plural(account.followers_count, '{n} follower', '{n} followers')}">${richPlural(account.followers_count, '<b>{n}</b> follower', '<b>{n}</b> followers', { n: shortNumber(account.followers_count), ...BOLD })}</li>
<li class="muted">${rich('Joined {longDay}', { longDay: html`<time datetime="${account.created_at}">${longDay(account.created_at)}</time>` })}</li>
</ul>
</div>
</section>`
}

/** The head that the client has there, so that nothing below it moves; what it says is said below. */
function titleAbove(account: AccountEntity): SafeHtml {
  return html`<div class="page-head" aria-hidden="true"><div class="page-title"><p class="page-name"><bdi>${nameHtml(account)}</bdi></p></div></div>`
}

function badges(account: AccountEntity): SafeHtml {
  const names = [
    account.bot && t('Automated'),
    account.group && t('Group'),
    account.locked && t('Approves followers'),
    account.memorial && t('In memoriam'),
    ...(account.roles ?? []).map((role) => role.name),
  ]
  return html`${names.map((name) => name && html` <span class="badge">${name}</span>`)}`
}

function moved(app: App, target: AccountEntity): SafeHtml {
  return html`<p class="notice info">${rich('{target} is now at {fullHandle}', { target: nameOf(target), fullHandle: html`<a class="break" href="${target.url}"${foreign(target)}>@${fullHandle(app.config, target)}</a>` })}</p>`
}

function fields(account: AccountEntity): SafeHtml {
  if (account.fields.length === 0) return html``
  return html`<dl class="profile-fields">
${account.fields.map(({ name, value, verified_at: verified }) => {
  const mark =
    verified !== null &&
    html`<span class="verified" title="${t('This link was checked on {longDay}', { longDay: longDay(verified) })}">${icon('check')}<span class="visually-hidden">${t('Checked on {longDay}:', { longDay: longDay(verified) })}</span></span>`
  return html`<div${verified !== null && html` class="is-verified"`}><dt dir="auto">${emojiText(name, account.emojis)}</dt><dd dir="auto">${mark}${fieldHtml(account, value)}</dd></div>`
})}
</dl>`
}

/** Links to the other tabs of the profile. */
export function profileTabs({ username }: AccountEntity, current: ProfileTab | null): SafeHtml {
  return html`<nav class="tabs" aria-label="${t('Posts of this account')}">
${TABS.map(({ tab, name }) => html`<a href="${profilePath(username, tab)}"${tab === current && html` aria-current="page"`}>${name}</a>`)}
<a class="tabs-feed" href="/@${username}.rss" title="${t('RSS feed')}">${icon('feed')}<span class="visually-hidden">${t('RSS feed')}</span></a>
</nav>`
}

export function profilePath(username: string, tab: ProfileTab): string {
  return tab === '' ? `/@${username}` : `/@${username}/${tab}`
}

/** The form that leads people to their own servers. */
export function followForm(app: App, account: AccountEntity): SafeHtml {
  if (!isLocal(account)) return html``
  return html`<details class="follow">
<summary class="follow-button button primary">${t('Follow')}</summary>
<form class="follow-form" method="post" action="/@${account.username}/follow">
<label class="follow-label" for="follow-server">${t('Where is your account?')}</label>
<p class="hint muted small" id="follow-hint">${rich('Enter your server’s address, or search there for {fullHandle}', { fullHandle: html`<span class="copyable">@${fullHandle(app.config, account)}</span>` })}</p>
<div class="follow-row">
<input class="follow-input" type="text" id="follow-server" name="server" placeholder="${t('social.example')}" autocomplete="off" autocapitalize="none" spellcheck="false" inputmode="url" maxlength="300" required aria-describedby="follow-hint">
<button class="button primary">${t('Continue')}</button>
</div>
</form>
</details>`
}
