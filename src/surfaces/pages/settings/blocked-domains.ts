import type { FastifyReply } from 'fastify'
import {
  blockDomain,
  pageOfDomainBlocks,
  readBlockedDomain,
  unblockDomain,
} from '../../../features/relationships/domain-blocks.ts'
import { ValidationFailed } from '../../../kernel/base/errors.ts'
import { html } from '../../../kernel/text/html.ts'
import { type Text, t } from '../../../kernel/text/messages.ts'
import { csrfField, field, notice, problemSummary, sayError } from '../frame/forms.ts'
import type { SignedIn } from '../frame/signed-in.ts'
import { goTo, textOf } from '../pages.ts'
import { askedPage, shownPage } from './paging.ts'
import { PRIVACY, TO_PRIVACY } from './people-lists.ts'
import type { SettingsFrame } from './section.ts'

const PATH = `${PRIVACY}/blocked_domains`

export const BLOCKED_DOMAINS: { path: string; title: Text; summary: Text } = {
  path: PATH,
  title: t('Blocked servers'),
  summary: t('Servers that you meet nobody of'),
}

export function blockedDomains(frame: SettingsFrame): void {
  const { app } = frame
  frame.page({ path: PATH, show: (caller) => showList(frame, caller) })
  frame.form({
    path: PATH,
    async submit(caller) {
      const text = textOf(caller.request.body, 'domain')
      try {
        const domain = readBlockedDomain(app.config, text)
        await app.transact((tx) => blockDomain(tx, caller.user.id, domain))
      } catch (error) {
        if (!(error instanceof ValidationFailed)) throw error
        const problem = sayError(error)
        return showList(frame, caller, { text, problem })
      }
      return goTo(caller.reply, `${PATH}?done=blocked`)
    },
  })
  frame.form({
    path: `${PATH}/remove`,
    async submit({ user, request, reply }) {
      const domain = textOf(request.body, 'domain')
      await app.transact((tx) => unblockDomain(tx, user.id, domain))
      return goTo(reply, `${PATH}?done=unblocked`)
    },
  })
}

const DONE: Record<string, Text> = {
  blocked: t('The server is blocked. Follows between you and its people end now.'),
  unblocked: t(
    'The server is not blocked any more. Follows that the block ended do not come back.',
  ),
}

async function showList(
  frame: SettingsFrame,
  caller: SignedIn,
  typed: { text: string; problem?: Text } = { text: '' },
): Promise<FastifyReply> {
  const { visitor, user, request } = caller
  const page = askedPage(request.query)
  const found = await pageOfDomainBlocks(frame.app.db, { accountId: user.id }, page)
  const { rows, links } = shownPage(found, { path: PATH, page, cursorOf: (row) => row.id })
  const entry = ({ id, domain }: (typeof rows)[number]) => html`<li class="entry">
<div class="entry-text"><strong class="break" id="domain-${id}">${domain}</strong></div>
<form method="post" action="${PATH}/remove">${csrfField(visitor)}<input type="hidden" name="domain" value="${domain}"><button class="button secondary" aria-describedby="domain-${id}">${t('Unblock')}</button></form>
</li>`
  const { text, problem } = typed
  const done = DONE[textOf(request.query, 'done')]
  const body = html`${done && notice('success', done)}
<section class="card" aria-label="${BLOCKED_DOMAINS.title}">
${rows.length === 0 ? html`<p>${t('You block no servers.')}</p>` : html`<ul class="entries">${rows.map(entry)}</ul>`}
</section>${links}
<section class="card" aria-labelledby="add"><h2 id="add">${t('Block a server')}</h2>
<p>${t('You see nothing of its people any more, and those who follow you there are removed.')}</p>
${problemSummary(problem === undefined ? [] : [{ text: problem, href: '#domain' }])}
<form method="post" action="${PATH}" class="stack" novalidate>${csrfField(visitor)}
${field({ id: 'domain', name: 'domain', label: t('Its domain'), hint: t('For example example.org'), autocomplete: 'off', value: text, error: problem })}
<button class="button danger">${t('Block this server')}</button></form>
</section>`
  return frame.show(caller, {
    title: BLOCKED_DOMAINS.title,
    body,
    up: TO_PRIVACY,
    status: problem === undefined ? 200 : 422,
  })
}
