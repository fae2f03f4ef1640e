import type { FastifyReply } from 'fastify'
import {
  CHOICES,
  changePolicy,
  findPolicy,
  POLICY_NAMES,
  type Policy,
  type PolicyName,
} from '../../notifications/policy/policy.ts'
import {
  type ListedSubscription,
  listSubscriptions,
  removeOwnSubscription,
} from '../../notifications/push-subscriptions.ts'
import { summarize } from '../../notifications/requests/queries.ts'
import { html, type SafeHtml } from '../../text/html.ts'
import { chosen, select } from '../choices.ts'
import { csrfField, notice } from '../forms.ts'
import { goTo, textOf } from '../pages.ts'
import { counted } from '../public-words.ts'
import type { SignedIn } from '../signed-in.ts'
import type { Visitor } from '../visitor.ts'
import { browserName } from './browser-names.ts'
import { idOf } from './params.ts'
import type { SettingsFrame, SettingsSection } from './section.ts'
import { dateOf } from './times.ts'

const PATH = '/settings/notifications'

export const notificationsSection: SettingsSection = {
  path: PATH,
  title: 'Notifications',
  summary: 'Whom you hear from, and where you are told',
  group: 'profile',
  alsoAt: ['/settings/preferences/notifications'],
  register(frame) {
    const { app } = frame
    frame.page({ show: (caller) => showAll(frame, caller) })
    frame.form({
      path: PATH,
      async submit({ user, request, reply }) {
        const changes = policyIn(request.body)
        await app.transact((tx) => changePolicy(tx.db, user.id, changes))
        return goTo(reply, `${PATH}?done=policy`)
      },
    })
    frame.form({
      path: `${PATH}/push/:id/remove`,
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

const DONE: Record<string, string> = {
  policy: 'Your choices were saved. They count for what comes from now on.',
  push: 'Nothing is pushed there any more.',
}

async function showAll({ app, show }: SettingsFrame, caller: SignedIn): Promise<FastifyReply> {
  const { user, visitor, request } = caller
  const policy = await findPolicy(app.db, user.id)
  const { pending_requests_count: waiting } = await summarize(app.db, user.id)
  const subscriptions = await listSubscriptions(app.db, user.id)
  const done = DONE[textOf(request.query, 'done')]
  const body = html`${done && notice('success', done)}
${policyCard(visitor, policy, waiting)}
${pushCard(visitor, subscriptions)}`
  return show(caller, { body })
}

const KINDS: Record<PolicyName, string> = {
  for_not_following: 'People whom you do not follow',
  for_not_followers: 'People who do not follow you',
  for_new_accounts: 'New accounts',
  for_private_mentions: 'Private mentions that nobody asked for',
  for_limited_accounts: 'Accounts that moderators limited',
  for_bots: 'Automated accounts',
}
const NAMES = { accept: 'Accept', filter: 'Filter', drop: 'Drop' } as const
const HINTS: Partial<Record<PolicyName, string>> = {
  for_not_followers: 'Also those who follow you for less than three days.',
  for_new_accounts: 'Made within the last 30 days.',
  for_private_mentions:
    'Answers to your own posts and people whom you follow are never among them.',
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
  return html`<section class="card" aria-labelledby="policy"><h2 id="policy">Whom you hear from</h2>
<p>What is filtered waits apart until you let its sender through, in the notifications of your app. What is dropped is gone.</p>
${waiting > 0 && html`<p class="muted">${waiting >= 100 ? 'More than a hundred people wait' : `${counted(waiting, 'person waits', 'people wait')}`} there now.</p>`}
<form method="post" action="${PATH}" class="stack">
${csrfField(visitor)}
${POLICY_NAMES.map(one)}
<button class="button primary">Save</button>
</form></section>`
}

function pushCard(visitor: Visitor, subscriptions: readonly ListedSubscription[]): SafeHtml {
  return html`<section class="card" aria-labelledby="push"><h2 id="push">Where you are told at once</h2>
<p class="muted">Browsers and apps that asked for push messages. What they tell you of is chosen there.</p>
${subscriptions.length === 0 && html`<p>Nothing is pushed to you yet. Turn notifications on in your app to have it here.</p>`}
<ul class="entries">${subscriptions.map((one) => pushEntry(visitor, one))}</ul>
</section>`
}

const POLICIES: Record<ListedSubscription['policy'], string> = {
  all: 'From everybody',
  followed: 'From people whom you follow',
  follower: 'From people who follow you',
  none: 'Paused',
}

function pushEntry(visitor: Visitor, one: ListedSubscription): SafeHtml {
  const title = `push-${one.id}`
  const kinds = Object.values(one.alerts).filter(Boolean).length
  return html`<li class="entry">
<div class="entry-text"><strong class="break" id="${title}">${one.application ?? browserName(one.user_agent)}</strong>${one.failing_since !== null && html` <span class="badge">Does not answer</span>`}
<span class="muted small">${POLICIES[one.policy]}, ${counted(kinds, 'kind', 'kinds')} of notification, since ${dateOf(one.created_at)}</span></div>
<form method="post" action="${PATH}/push/${one.id}/remove">${csrfField(visitor)}<button class="button secondary" aria-describedby="${title}">Stop</button></form>
</li>`
}
