import type { FastifyReply } from 'fastify'
import {
  featureTag,
  MAX_FEATURED_TAGS,
  removeFeaturedTag,
} from '../../../features/tags/featured.ts'
import {
  type FeaturedTagEntity,
  renderFeaturedTags,
} from '../../../features/tags/featured-serializer.ts'
import { renderTags, type TagEntity } from '../../../features/tags/serializer.ts'
import { suggestedTagIds } from '../../../features/tags/suggestions.ts'
import { ValidationFailed } from '../../../kernel/base/errors.ts'
import { html, type SafeHtml } from '../../../kernel/text/html.ts'
import { plural, type Text, t } from '../../../kernel/text/messages.ts'
import { csrfField, notice, sayError } from '../frame/forms.ts'
import type { SignedIn } from '../frame/signed-in.ts'
import type { Visitor } from '../frame/visitor.ts'
import { goTo, textOf } from '../pages.ts'
import { longDay } from '../public/words.ts'
import { tagForm } from './followed-tags-section.ts'
import { idOf } from './params.ts'
import type { SettingsFrame, SettingsSection } from './section.ts'

const PATH = '/settings/featured_tags'

export const featuredTagsSection: SettingsSection = {
  path: PATH,
  title: t('Featured hashtags'),
  summary: t('What you write about, on your profile'),
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
          return showList(frame, caller, { text, problem: inWords(error) })
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

/** Replaces the API's error message with one for people. */
function inWords(error: ValidationFailed): Text {
  return error.problems[0]?.text === 'Name is invalid'
    ? t('That is no hashtag: letters, digits and underscores, and not digits alone.')
    : sayError(error)
}

const DONE: Record<string, Text> = {
  added: t('The hashtag is on your profile now.'),
  removed: t('The hashtag is not on your profile any more.'),
}

async function showList(
  frame: SettingsFrame,
  caller: SignedIn,
  typed: { text: string; problem?: Text } = { text: '' },
): Promise<FastifyReply> {
  const { app } = frame
  const { visitor, user, request } = caller
  const tags = await renderFeaturedTags(app, { ...user, domain: null })
  const suggested = await renderTags(app, await suggestedTagIds(app.db, user.id))
  const done = DONE[textOf(request.query, 'done')]
  const full = tags.length >= MAX_FEATURED_TAGS
  const body = html`${done && notice('success', done)}
<section class="card" aria-labelledby="list"><h2 id="list">${t('On your profile')}</h2>
<p class="muted">${t('{tags} Visitors find your public posts under each of them.', { tags: tags.length === 0 ? t('No hashtag is featured yet.') : t('{tags} of at most {mAXFEATUREDTAGS}.', { tags: tags.length, mAXFEATUREDTAGS: MAX_FEATURED_TAGS }) })}</p>
<ul class="entries">${tags.map((tag) => featuredEntry(visitor, tag))}</ul>
</section>
${(!full || typed.problem !== undefined) && tagForm(visitor, { path: PATH, label: t('Feature a hashtag'), button: t('Feature'), ...typed })}
${!full && suggested.length > 0 && suggestions(visitor, suggested)}`
  return frame.show(caller, { body, status: typed.problem === undefined ? 200 : 422 })
}

function featuredEntry(
  visitor: Visitor,
  { id, name, url, statuses_count, last_status_at }: FeaturedTagEntity,
): SafeHtml {
  return html`<li class="entry">
<div class="entry-text"><strong class="break" id="tag-${id}"><a href="${url}">#${name}</a></strong>
<span class="muted small">${plural(Number(statuses_count), '{n} post', '{n} posts')}${last_status_at !== null && t(', the latest on {longDay}', { longDay: longDay(last_status_at) })}</span></div>
<form method="post" action="${PATH}/${id}/remove">${csrfField(visitor)}<button class="button secondary" aria-describedby="tag-${id}">${t('Remove')}</button></form>
</li>`
}

function suggestions(visitor: Visitor, tags: readonly TagEntity[]): SafeHtml {
  return html`<section class="card" aria-labelledby="suggestions"><h2 id="suggestions">${t('You use these often')}</h2>
<form method="post" action="${PATH}" class="buttons">${csrfField(visitor)}
${tags.map(({ name }) => html`<button class="button secondary break" name="name" value="${name}"><span class="visually-hidden">${t('Feature')} </span>#${name}</button>`)}
</form>
</section>`
}
