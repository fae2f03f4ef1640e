import type { FastifyReply } from 'fastify'
import { createFilter, deleteFilter, updateFilter } from '../../../features/filters/filters.ts'
import { readFilterChange, readKeywordChanges } from '../../../features/filters/input.ts'
import {
  type FilterRow,
  findFilters,
  getFilter,
  loadRules,
} from '../../../features/filters/queries.ts'
import { ValidationFailed } from '../../../kernel/base/errors.ts'
import { normalizeId } from '../../../kernel/base/ids.ts'
import { html, rich, type SafeHtml } from '../../../kernel/text/html.ts'
import { formatList, plural, type Text, t } from '../../../kernel/text/messages.ts'
import { csrfField, notice } from '../frame/forms.ts'
import type { SignedIn } from '../frame/signed-in.ts'
import type { Visitor } from '../frame/visitor.ts'
import { goTo, textOf } from '../pages.ts'
import { KEEP_END } from './filter-choices.ts'
import {
  ACTION_NAMES,
  CONTEXT_NAMES,
  EMPTY_FORM,
  type FilterForm,
  filterForm,
  filterFormIn,
} from './filter-form.ts'
import { askedPage, shownPage } from './paging.ts'
import { idOf } from './params.ts'
import type { SettingsFrame, SettingsSection } from './section.ts'
import { momentOf } from './times.ts'

const PATH = '/filters'
/** characters of a word in the address: as many as a title may have */
const MOST_BEGUN = 256

export const filtersSection: SettingsSection = {
  path: PATH,
  title: t('Filters'),
  summary: t('Words that you would rather not see'),
  group: 'profile',
  alsoAt: ['/settings/filters'],
  register(frame) {
    frame.page({ show: (caller) => showList(frame, caller) })
    newFilter(frame)
    editFilter(frame)
    frame.form({
      path: `${PATH}/:id/delete`,
      async submit({ user, request, reply }) {
        const input = { accountId: user.id, id: idOf(request.params) }
        await frame.app.transact((tx) => deleteFilter(tx, input))
        return goTo(reply, `${PATH}?done=deleted`)
      },
    })
  },
}

function newFilter(frame: SettingsFrame): void {
  const { app } = frame
  const show = (caller: SignedIn, form: FilterForm, error?: ValidationFailed) => {
    const about = { path: `${PATH}/new`, ends: null, error, saves: t('Make the filter') }
    return showForm(frame, caller, { title: t('New filter'), form, about })
  }
  frame.page({ path: `${PATH}/new`, show: (caller) => show(caller, formBeginningWith(caller)) })
  frame.form({
    path: `${PATH}/new`,
    submit: (caller) =>
      save(caller, show, (given) =>
        app.transact(async (tx) => {
          await createFilter(tx, { accountId: caller.user.id, ...readForm(given, app.clock()) })
        }),
      ),
  })
}

function editFilter(frame: SettingsFrame): void {
  const { app } = frame
  const path = `${PATH}/:id/edit`
  const show = async (caller: SignedIn, form: FilterForm | null, error?: ValidationFailed) => {
    const filter = await getFilter(app.db, caller.user.id, idOf(caller.request.params))
    const about = {
      path: `${PATH}/${filter.id}/edit`,
      ends: filter.expires_at,
      error,
      saves: t('Save the filter'),
    }
    const shown = form ?? (await formOf(frame, filter))
    return showForm(frame, caller, { title: t('Edit a filter'), form: shown, about })
  }
  frame.page({ path, show: (caller) => show(caller, null) })
  frame.form({
    path,
    submit: (caller) =>
      save(caller, show, (given) => {
        const owned = { accountId: caller.user.id, id: idOf(caller.request.params) }
        const read = readForm(given, app.clock())
        return app.transact((tx) => updateFilter(tx, { ...owned, ...read }))
      }),
  })
}

/** The empty form, or one with the word of the address: `?word=`. */
function formBeginningWith({ request }: SignedIn): FilterForm {
  const word = textOf(request.query, 'word').slice(0, MOST_BEGUN)
  if (word === '') return EMPTY_FORM
  return { ...EMPTY_FORM, title: word, keywords: [{ id: '', keyword: word, whole_word: true }] }
}

type Show = (caller: SignedIn, form: FilterForm, error?: ValidationFailed) => Promise<FastifyReply>

/** Saves the form, or shows it again with more rows or with an error. */
async function save(
  caller: SignedIn,
  show: Show,
  write: (form: FilterForm) => Promise<void>,
): Promise<FastifyReply> {
  const { body } = caller.request
  const form = filterFormIn(body)
  if (textOf(body, 'more') !== '') return show(caller, form)
  try {
    await write(form)
  } catch (error) {
    if (!(error instanceof ValidationFailed)) throw error
    return show(caller, form, error)
  }
  return goTo(caller.reply, `${PATH}?done=saved`)
}

/** Converts the form to the API's parameters: an emptied row deletes its keyword. */
function readForm(form: FilterForm, now: number) {
  const { title, context, filter_action } = form
  const seconds = form.expires_in === '' ? null : Number.parseInt(form.expires_in, 10)
  const expires =
    form.expires_in === KEEP_END || Number.isNaN(seconds) ? {} : { expires_in: seconds }
  const rows = form.keywords.map(({ id, keyword, whole_word }) => ({
    ...(id === '' ? {} : { id: normalizeId(id) ?? id }),
    keyword,
    whole_word,
    _destroy: keyword.trim() === '',
  }))
  return {
    change: readFilterChange({ title, context, filter_action, ...expires }, now),
    keywords: readKeywordChanges(rows),
  }
}

async function formOf({ app }: SettingsFrame, filter: FilterRow): Promise<FilterForm> {
  const { keywords } = await loadRules(app.db, [filter])
  return {
    title: filter.title,
    context: [...filter.context],
    filter_action: filter.action,
    expires_in: filter.expires_at === null ? '' : KEEP_END,
    keywords: keywords.get(filter.id) ?? [],
  }
}

type About = Omit<Parameters<typeof filterForm>[1], 'visitor'>

function showForm(
  frame: SettingsFrame,
  caller: SignedIn,
  { title, form, about }: { title: Text; form: FilterForm; about: About },
): Promise<FastifyReply> {
  const body = filterForm(form, { ...about, visitor: caller.visitor })
  const status = about.error === undefined ? 200 : 422
  // where somebody fills in this form, the client must not begin anew
  const isAsked = caller.request.method === 'GET'
  const page = { title, body, up: { path: PATH, title: t('All filters') } }
  return frame.show(caller, isAsked ? { ...page, client: 'filter-edit' } : { ...page, status })
}

const DONE: Record<string, Text> = {
  saved: t('The filter was saved.'),
  deleted: t('The filter was deleted.'),
}

async function showList(frame: SettingsFrame, caller: SignedIn): Promise<FastifyReply> {
  const { app } = frame
  const page = askedPage(caller.request.query)
  const newestFirst = (await findFilters(app.db, caller.user.id)).reverse()
  const { maxId } = page
  const asked = newestFirst.filter(({ id }) => maxId === null || id < maxId)
  const cursorOf = (row: FilterRow) => row.id
  const { rows, links } = shownPage(asked, { path: PATH, page, cursorOf })
  const rules = await loadRules(app.db, rows)
  const entry = (filter: FilterRow) =>
    filterEntry(caller.visitor, filter, {
      now: app.clock(),
      words: (rules.keywords.get(filter.id) ?? []).map(({ keyword }) => keyword),
      posts: rules.statuses.get(filter.id)?.length ?? 0,
    })
  const done = DONE[textOf(caller.request.query, 'done')]
  const body = html`${done && notice('success', done)}
<section class="card" aria-label="${t('Your filters')}">
${rows.length === 0 && html`<p>${t('You have no filters yet. A filter covers or hides posts with words that you choose, in every app.')}</p>`}
<ul class="entries">${rows.map(entry)}</ul>
<div class="buttons"><a class="button primary" href="${PATH}/new">${t('New filter')}</a></div>
</section>${links}`
  return frame.show(caller, { body, client: 'filters' })
}

function filterEntry(
  visitor: Visitor,
  filter: FilterRow,
  { now, words, posts }: { now: number; words: readonly string[]; posts: number },
): SafeHtml {
  const title = `filter-${filter.id}`
  const edit = `${PATH}/${filter.id}/edit`
  const some = words.slice(0, 5).join(', ') + (words.length > 5 ? ', …' : '')
  const places = formatList(
    filter.context.map((name) => CONTEXT_NAMES[name]),
    { type: 'unit' },
  )
  return html`<li class="entry">
<div class="entry-text"><strong class="break" id="${title}"><a href="${edit}">${filter.title}</a></strong>${filter.expires_at !== null && filter.expires_at <= now && html` <span class="badge">${t('Ended')}</span>`}
<span class="muted small break">${words.length === 0 ? t('No words') : some}${posts > 0 && t(' and {posts}', { posts: plural(posts, '{n} post', '{n} posts') })}</span>
<span class="muted small">${ACTION_NAMES[filter.action]} · ${places}${filter.expires_at !== null && filter.expires_at > now && html` ${rich('· until {momentOf}', { momentOf: momentOf(filter.expires_at) })}`}</span></div>
<div class="buttons"><a class="button secondary" href="${edit}" aria-describedby="${title}">${t('Edit')}</a>
<form method="post" action="${PATH}/${filter.id}/delete">${csrfField(visitor)}<button class="button danger" aria-describedby="${title}">${t('Delete')}</button></form></div>
</li>`
}
