import type { FastifyReply } from 'fastify'
import { spend } from '../../http/rate-limits/limiter.ts'
import { readTagName } from '../../tags/featured.ts'
import { followTag, pageOfFollowedTags, unfollowTag } from '../../tags/follows.ts'
import { renderTags, type TagEntity } from '../../tags/serializer.ts'
import { html, type SafeHtml } from '../../text/html.ts'
import { csrfField, field, notice, problemSummary } from '../forms.ts'
import { goTo, textOf } from '../pages.ts'
import { counted } from '../public-words.ts'
import type { SignedIn } from '../signed-in.ts'
import type { Visitor } from '../visitor.ts'
import { askedPage, shownPage } from './paging.ts'
import { idOf } from './params.ts'
import type { SettingsFrame, SettingsSection } from './section.ts'

const PATH = '/settings/followed_tags'
const WRONG = 'That is no hashtag: letters, digits and underscores, and not digits alone.'

export const followedTagsSection: SettingsSection = {
  path: PATH,
  title: 'Followed hashtags',
  summary: 'Posts with them come into your home timeline',
  group: 'profile',
  register(frame) {
    const { app } = frame
    frame.page({ show: (caller) => showList(frame, caller) })
    frame.form({
      path: PATH,
      limits: ['follows'],
      async submit(caller) {
        const text = textOf(caller.request.body, 'name')
        const name = readTagName(text)
        if (name === null) return showList(frame, caller, { text, problem: WRONG })
        spend(caller.request, 'follows')
        await app.transact((tx) => followTag(tx, { accountId: caller.user.id, name }))
        return goTo(caller.reply, `${PATH}?done=followed`)
      },
    })
    frame.form({
      path: `${PATH}/:id/unfollow`,
      async submit({ user, request, reply }) {
        const tagId = idOf(request.params)
        await app.transact((tx) => unfollowTag(tx, { accountId: user.id, tagId }))
        return goTo(reply, `${PATH}?done=unfollowed`)
      },
    })
  },
}

const DONE: Record<string, string> = {
  followed: 'You follow the hashtag now.',
  unfollowed: 'You do not follow the hashtag any more.',
}

async function showList(
  frame: SettingsFrame,
  caller: SignedIn,
  typed: { text: string; problem?: string } = { text: '' },
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
${tagForm(visitor, { path: PATH, label: 'Follow a hashtag', button: 'Follow', ...typed })}
<section class="card" aria-labelledby="list"><h2 id="list">Hashtags that you follow</h2>
${tags.length === 0 && html`<p>You follow no hashtags yet.</p>`}
<ul class="entries">${tags.map((tag) => tagEntry(visitor, tag))}</ul>
</section>${links}`
  return frame.show(caller, { body, status: typed.problem === undefined ? 200 : 422 })
}

function tagEntry(visitor: Visitor, { id, name, url, history }: TagEntity): SafeHtml {
  const uses = history.reduce((sum, day) => sum + Number(day.uses), 0)
  return html`<li class="entry">
<div class="entry-text"><strong class="break" id="tag-${id}"><a href="${url}">#${name}</a></strong>
<span class="muted small">${counted(uses, 'post', 'posts')} in the last ${history.length} days</span></div>
<form method="post" action="${PATH}/${id}/unfollow">${csrfField(visitor)}<button class="button secondary" aria-describedby="tag-${id}">Unfollow</button></form>
</li>`
}

interface TagForm {
  path: string
  label: string
  button: string
  /** what was typed */
  text: string
  problem?: string
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
${field({ id: 'name', name: 'name', label: 'Hashtag', autocomplete: 'off', value: text, prefix: '#', error: problem })}
<button class="button primary">${button}</button>
</form>
</section>`
}
