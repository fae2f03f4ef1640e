import type { FastifyReply } from 'fastify'
import { ValidationFailed } from '../../errors.ts'
import { featureTag, MAX_FEATURED_TAGS, removeFeaturedTag } from '../../tags/featured.ts'
import { type FeaturedTagEntity, renderFeaturedTags } from '../../tags/featured-serializer.ts'
import { renderTags, type TagEntity } from '../../tags/serializer.ts'
import { suggestedTagIds } from '../../tags/suggestions.ts'
import { html, type SafeHtml } from '../../text/html.ts'
import { csrfField, notice } from '../forms.ts'
import { goTo, textOf } from '../pages.ts'
import { counted, longDay } from '../public-words.ts'
import type { SignedIn } from '../signed-in.ts'
import type { Visitor } from '../visitor.ts'
import { tagForm } from './followed-tags-section.ts'
import { idOf } from './params.ts'
import type { SettingsFrame, SettingsSection } from './section.ts'

const PATH = '/settings/featured_tags'

export const featuredTagsSection: SettingsSection = {
  path: PATH,
  title: 'Featured hashtags',
  summary: 'What you write about, on your profile',
  group: 'profile',
  register(frame) {
    const { app } = frame
    frame.page({ show: (caller) => showList(frame, caller) })
    frame.form({
      path: PATH,
      async submit(caller) {
        const text = textOf(caller.request.body, 'name')
        try {
          await app.transact((tx) => featureTag(tx, { accountId: caller.user.id, name: text }))
        } catch (error) {
          if (!(error instanceof ValidationFailed)) throw error
          return showList(frame, caller, { text, problem: inWords(error.message) })
        }
        return goTo(caller.reply, `${PATH}?done=added`)
      },
    })
    frame.form({
      path: `${PATH}/:id/remove`,
      async submit({ user, request, reply }) {
        const input = { accountId: user.id, id: idOf(request.params) }
        await app.transact((tx) => removeFeaturedTag(tx, input))
        return goTo(reply, `${PATH}?done=removed`)
      },
    })
  },
}

/** What a page says in place of what clients are told. */
function inWords(message: string): string {
  const problem = message.replace(/^Validation failed: /, '')
  return problem === 'Tag is invalid'
    ? 'That is no hashtag: letters, digits and underscores, and not digits alone.'
    : `${problem}.`
}

const DONE: Record<string, string> = {
  added: 'The hashtag is on your profile now.',
  removed: 'The hashtag is not on your profile any more.',
}

async function showList(
  frame: SettingsFrame,
  caller: SignedIn,
  typed: { text: string; problem?: string } = { text: '' },
): Promise<FastifyReply> {
  const { app } = frame
  const { visitor, user, request } = caller
  const tags = await renderFeaturedTags(app, { ...user, domain: null })
  const suggested = await renderTags(app, await suggestedTagIds(app.db, user.id))
  const done = DONE[textOf(request.query, 'done')]
  const full = tags.length >= MAX_FEATURED_TAGS
  const body = html`${done && notice('success', done)}
<section class="card" aria-labelledby="list"><h2 id="list">On your profile</h2>
<p class="muted">${tags.length === 0 ? 'No hashtag is featured yet.' : `${tags.length} of at most ${MAX_FEATURED_TAGS}.`} Visitors find your public posts under each of them.</p>
<ul class="entries">${tags.map((tag) => featuredEntry(visitor, tag))}</ul>
</section>
${(!full || typed.problem !== undefined) && tagForm(visitor, { path: PATH, label: 'Feature a hashtag', button: 'Feature', ...typed })}
${!full && suggested.length > 0 && suggestions(visitor, suggested)}`
  return frame.show(caller, { body, status: typed.problem === undefined ? 200 : 422 })
}

function featuredEntry(
  visitor: Visitor,
  { id, name, url, statuses_count, last_status_at }: FeaturedTagEntity,
): SafeHtml {
  return html`<li class="entry">
<div class="entry-text"><strong class="break" id="tag-${id}"><a href="${url}">#${name}</a></strong>
<span class="muted small">${counted(Number(statuses_count), 'post', 'posts')}${last_status_at !== null && `, the latest on ${longDay(last_status_at)}`}</span></div>
<form method="post" action="${PATH}/${id}/remove">${csrfField(visitor)}<button class="button secondary" aria-describedby="tag-${id}">Remove</button></form>
</li>`
}

function suggestions(visitor: Visitor, tags: readonly TagEntity[]): SafeHtml {
  return html`<section class="card" aria-labelledby="suggestions"><h2 id="suggestions">You use these often</h2>
<form method="post" action="${PATH}" class="buttons">${csrfField(visitor)}
${tags.map(({ name }) => html`<button class="button secondary break" name="name" value="${name}"><span class="visually-hidden">Feature </span>#${name}</button>`)}
</form>
</section>`
}
