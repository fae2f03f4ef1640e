import type { FastifyReply } from 'fastify'
import { readTagName } from '../../../features/tags/featured.ts'
import { followTag, pageOfFollowedTags, unfollowTag } from '../../../features/tags/follows.ts'
import { renderTags, type TagEntity } from '../../../features/tags/serializer.ts'
import { spend } from '../../../kernel/http/rate-limits/limiter.ts'
import { html, type SafeHtml } from '../../../kernel/text/html.ts'
import { plural, type Text, t } from '../../../kernel/text/messages.ts'
import { csrfField, field, notice, problemSummary } from '../frame/forms.ts'
import type { SignedIn } from '../frame/signed-in.ts'
import type { Visitor } from '../frame/visitor.ts'
import { goTo, textOf } from '../pages.ts'
import { askedPage, shownPage } from './paging.ts'
import { idOf } from './params.ts'
import type { SettingsFrame, SettingsSection } from './section.ts'

const PATH = '/followed_tags'
/** where the forms are sent to */
const FORM = '/settings/followed_tags'
const WRONG = t('That is no hashtag: letters, digits and underscores, and not digits alone.')

export const followedTagsSection: SettingsSection = {
  path: PATH,
  title: t('Followed hashtags'),
  summary: t('Posts with them come into your home timeline'),
  group: 'profile',
  alsoAt: [FORM],
  register(frame) {
    const { app } = frame
    frame.page({ show: (caller) => showList(frame, caller) })
    frame.form({
      path: FORM,
      limits: ['follows'],
      async submit(caller) {
        const text = textOf(caller.request.body, 'name')
        const name = readTagName(text)
        if (name === null) return showList(frame, caller, { text, problem: WRONG })
        await spend(caller.request, 'follows')
        await app.transact((tx) => followTag(tx, { accountId: caller.user.id, name }))
        return goTo(caller.reply, `${PATH}?done=followed`)
      },
    })
    frame.form({
      path: `${FORM}/:id/unfollow`,
      async submit({ user, request, reply }) {
        const tagId = idOf(request.params)
        await app.transact((tx) => unfollowTag(tx, { accountId: user.id, tagId }))
        return goTo(reply, `${PATH}?done=unfollowed`)
      },
    })
  },
}

const DONE: Record<string, Text> = {
  followed: t('You follow the hashtag now.'),
  unfollowed: t('You do not follow the hashtag any more.'),
}

async function showList(
  frame: SettingsFrame,
  caller: SignedIn,
  typed: { text: string; problem?: Text } = { text: '' },
): Promise<FastifyReply> {
  const { app } = frame
  const { visitor, user, request } = caller
  const page = askedPage(request.query)
  const found = await pageOfFollowedTags(app.db, { accountId: user.id }, page)
  const { rows, links } = shownPage(found, { path: PATH, page, cursorOf: (row) => row.cursor })
  const tags = await renderTags(
    app,
    rows.map((row) => row.id),
  )
  const done = DONE[textOf(request.query, 'done')]
  const body = html`${done && notice('success', done)}
${tagForm(visitor, { path: FORM, label: t('Follow a hashtag'), button: t('Follow'), ...typed })}
<section class="card" aria-labelledby="list"><h2 id="list">${t('Hashtags that you follow')}</h2>
${tags.length === 0 && html`<p>${t('You follow no hashtags yet.')}</p>`}
<ul class="entries">${tags.map((tag) => tagEntry(visitor, tag))}</ul>
</section>${links}`
  const isFine = typed.problem === undefined
  return frame.show(caller, isFine ? { body, client: 'followed-tags' } : { body, status: 422 })
}

function tagEntry(visitor: Visitor, { id, name, url, history }: TagEntity): SafeHtml {
  const uses = history.reduce((sum, day) => sum + Number(day.uses), 0)
  return html`<li class="entry">
<div class="entry-text"><strong class="break" id="tag-${id}"><a href="${url}">#${name}</a></strong>
<span class="muted small">${t('{uses} in the last {history} days', { uses: plural(uses, '{n} post', '{n} posts'), history: history.length })}</span></div>
<form method="post" action="${FORM}/${id}/unfollow">${csrfField(visitor)}<button class="button secondary" aria-describedby="tag-${id}">${t('Unfollow')}</button></form>
</li>`
}

interface TagForm {
  path: string
  label: Text
  button: Text
  /** text typed before */
  text: string
  problem?: Text
}

/** A form that names one hashtag. */
export function tagForm(
  visitor: Visitor,
  { path, label, button, text, problem }: TagForm,
): SafeHtml {
  const problems = problem === undefined ? [] : [{ text: problem, href: '#name' }]
  return html`<section class="card" aria-labelledby="add"><h2 id="add">${label}</h2>
${problemSummary(problems)}
<form method="post" action="${path}" class="stack" novalidate>
${csrfField(visitor)}
${field({ id: 'name', name: 'name', label: t('Hashtag'), autocomplete: 'off', value: text, prefix: '#', error: problem })}
<button class="button primary">${button}</button>
</form>
</section>`
}
