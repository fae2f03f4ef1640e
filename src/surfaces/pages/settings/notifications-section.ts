import type { FastifyReply } from 'fastify'
import {
  changeDigestDays,
  DIGEST_DAYS,
  type DigestDays,
  findDigestDays,
} from '../../../features/identity/digests.ts'
import { settings } from '../../../features/instance/settings.ts'
import {
  CHOICES,
  changePolicy,
  findPolicy,
  POLICY_NAMES,
  type Policy,
  type PolicyName,
} from '../../../features/notifications/policy/policy.ts'
import {
  type ListedSubscription,
  listSubscriptions,
  removeOwnSubscription,
} from '../../../features/notifications/push-subscriptions.ts'
import { summarize } from '../../../features/notifications/requests/queries.ts'
import { html, rich, type SafeHtml } from '../../../kernel/text/html.ts'
import { plural, type Text, t } from '../../../kernel/text/messages.ts'
import { chosen, select } from '../frame/choices.ts'
import { csrfField, notice } from '../frame/forms.ts'
import type { SignedIn } from '../frame/signed-in.ts'
import type { Visitor } from '../frame/visitor.ts'
import { goTo, textOf } from '../pages.ts'
import { browserName } from './browser-names.ts'
import { idOf } from './params.ts'
import type { SettingsFrame, SettingsSection } from './section.ts'
import { dateOf } from './times.ts'

const PATH = '/notifications/settings'
/** where the forms are sent to */
const FORM = '/settings/notifications'

export const notificationsSection: SettingsSection = {
  path: PATH,
  title: t('Notifications'),
  summary: t('Whom you hear from, and where you are told'),
  group: 'profile',
  alsoAt: [FORM, '/settings/preferences/notifications'],
  register(frame) {
    const { app } = frame
    frame.page({ show: (caller) => showAll(frame, caller) })
    frame.form({
      path: FORM,
      async submit({ user, request, reply }) {
        const changes = policyIn(request.body)
        await app.transact((tx) => changePolicy(tx.db, user.id, changes))
        return goTo(reply, `${PATH}?done=policy`)
      },
    })
    frame.form({
      path: `${FORM}/digest`,
      async submit({ user, request, reply }) {
        const wanted = textOf(request.body, 'digest_days')
        const days = DIGEST_DAYS.find((one) => String(one) === wanted)
        if (days === undefined) return goTo(reply, PATH)
        await app.transact((tx) => changeDigestDays(tx, user.userId, days))
        return goTo(reply, `${PATH}?done=digest#digest`)
      },
    })
    frame.form({
      path: `${FORM}/push/:id/remove`,
      async submit({ user, request, reply }) {
        const input = { accountId: user.id, id: idOf(request.params) }
        await app.transact((tx) => removeOwnSubscription(tx, input))
        return goTo(reply, `${PATH}?done=push#push`)
      },
    })
  },
}

function policyIn(body: unknown): Partial<Policy> {
  const changes: Partial<Policy> = {}
  for (const name of POLICY_NAMES) {
    const choice = chosen(textOf(body, name), CHOICES)
    if (choice !== undefined) changes[name] = choice
  }
  return changes
}

const DONE: Record<string, Text> = {
  policy: t('Your choices were saved. They count for what comes from now on.'),
  digest: t('Your choice was saved.'),
  push: t('Nothing is pushed there any more.'),
}

async function showAll({ app, show }: SettingsFrame, caller: SignedIn): Promise<FastifyReply> {
  const { user, visitor, request } = caller
  const policy = await findPolicy(app.db, user.id)
  const { pending_requests_count: waiting } = await summarize(app.db, user.id)
  const subscriptions = await listSubscriptions(app.db, user.id)
  const after = (await app.cached.get(settings))['digest.after_days']
  const digestDays = await findDigestDays(app.db, user.userId)
  const done = DONE[textOf(request.query, 'done')]
  const body = html`${done && notice('success', done)}
${policyCard(visitor, policy, waiting)}
${after > 0 && digestCard(visitor, { after, days: digestDays })}
${pushCard(visitor, subscriptions)}`
  return show(caller, { body, client: 'notification-settings' })
}

const KINDS: Record<PolicyName, Text> = {
  for_not_following: t('People whom you do not follow'),
  for_not_followers: t('People who do not follow you'),
  for_new_accounts: t('New accounts'),
  for_private_mentions: t('Private mentions that nobody asked for'),
  for_limited_accounts: t('Accounts that moderators limited'),
  for_bots: t('Automated accounts'),
}
const NAMES = { accept: t('Accept'), filter: t('Filter'), drop: t('Drop') } as const
const HINTS: Partial<Record<PolicyName, Text>> = {
  for_not_followers: t('Also those who follow you for less than three days.'),
  for_new_accounts: t('Made within the last 30 days.'),
  for_private_mentions: t(
    'Answers to your own posts and people whom you follow are never among them.',
  ),
}

function policyCard(visitor: Visitor, policy: Policy, waiting: number): SafeHtml {
  const one = (name: PolicyName) =>
    select({
      id: name,
      name,
      label: KINDS[name],
      hint: HINTS[name],
      choices: CHOICES.map((value) => ({ value, label: NAMES[value] })),
      value: policy[name],
    })
  return html`<section class="card" aria-labelledby="policy"><h2 id="policy">${t('Whom you hear from')}</h2>
<p>${t('What is filtered waits apart until you let its sender through, in the notifications of your app. What is dropped is gone.')}</p>
${waiting > 0 && html`<p class="muted">${t('{waiting} there now.', { waiting: waiting >= 100 ? t('More than a hundred people wait') : plural(waiting, '{n} person waits', '{n} people wait') })}</p>`}
<form method="post" action="${FORM}" class="stack">
${csrfField(visitor)}
${POLICY_NAMES.map(one)}
<button class="button primary">${t('Save')}</button>
</form></section>`
}

const DIGESTS: Record<DigestDays, Text> = {
  0: t('Never|how often'),
  7: t('Once a week at most'),
  30: t('Once a month at most'),
}

/** Only where the owner has people told at all. */
function digestCard(visitor: Visitor, { after, days }: { after: number; days: number }): SafeHtml {
  return html`<section class="card" aria-labelledby="digest"><h2 id="digest">${t('By e-mail')}</h2>
<p>${plural(after, 'If you were not here for {n} day, a mail tells what you missed: mentions, new followers, and what many liked of those whom you follow.', 'If you were not here for {n} days, a mail tells what you missed: mentions, new followers, and what many liked of those whom you follow.')}</p>
<form method="post" action="${FORM}/digest" class="stack">
${csrfField(visitor)}
${select({
  id: 'digest_days',
  name: 'digest_days',
  label: t('How often'),
  choices: DIGEST_DAYS.map((one) => ({ value: String(one), label: DIGESTS[one] })),
  value: String(days),
})}
<button class="button primary">${t('Save')}</button>
</form></section>`
}

function pushCard(visitor: Visitor, subscriptions: readonly ListedSubscription[]): SafeHtml {
  return html`<section class="card" aria-labelledby="push"><h2 id="push">${t('Where you are told at once')}</h2>
<p class="muted">${t('Browsers and apps that asked for push messages. What they tell you of is chosen there.')}</p>
${subscriptions.length === 0 && html`<p>${t('Nothing is pushed to you yet. Turn notifications on in your app to have it here.')}</p>`}
<ul class="entries">${subscriptions.map((one) => pushEntry(visitor, one))}</ul>
</section>`
}

const POLICIES: Record<ListedSubscription['policy'], Text> = {
  all: t('From everybody'),
  followed: t('From people whom you follow'),
  follower: t('From people who follow you'),
  none: t('Paused'),
}

function pushEntry(visitor: Visitor, one: ListedSubscription): SafeHtml {
  const title = `push-${one.id}`
  const kinds = Object.values(one.alerts).filter(Boolean).length
  return html`<li class="entry">
<div class="entry-text"><strong class="break" id="${title}">${one.application ?? browserName(one.user_agent)}</strong>${one.failing_since !== null && html` <span class="badge">${t('Does not answer')}</span>`}
<span class="muted small">${rich('{from}, {kinds} of notification, since {day}', { from: POLICIES[one.policy], kinds: plural(kinds, '{n} kind', '{n} kinds'), day: dateOf(one.created_at) })}</span></div>
<form method="post" action="${FORM}/push/${one.id}/remove">${csrfField(visitor)}<button class="button secondary" aria-describedby="${title}">${t('Stop')}</button></form>
</li>`
}
