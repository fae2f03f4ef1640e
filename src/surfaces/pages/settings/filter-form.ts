import { FILTER_CONTEXTS } from '../../../features/filters/input.ts'
import type { FilterAction, FilterContext } from '../../../features/filters/tables.ts'
import type { ValidationFailed } from '../../../kernel/base/errors.ts'
import { html, raw, rich, type SafeHtml } from '../../../kernel/text/html.ts'
import { type Text, t } from '../../../kernel/text/messages.ts'
import { type Choice, check, radios, select } from '../frame/choices.ts'
import { csrfField, defaultButton, field, problemSummary, sayError } from '../frame/forms.ts'
import type { Visitor } from '../frame/visitor.ts'
import { isTicked, listOf, textOf, textsOf } from '../pages.ts'
import { type FilterChoice, filterActions, filterContexts, filterEnds } from './filter-choices.ts'
import { momentOf } from './times.ts'

/** Values of the filter form. */
export interface FilterForm {
  title: string
  context: string[]
  filter_action: string
  /** seconds from now; blank: never; `keep`: unchanged */
  expires_in: string
  /** the id of a new keyword is blank */
  keywords: { id: string; keyword: string; whole_word: boolean }[]
}

/** empty rows for new keywords */
const EMPTY_ROWS = 3

/** The words for a chosen value. */
const named = <Value extends string>(choices: readonly FilterChoice<Value, Text>[]) =>
  Object.fromEntries(choices.map(({ value, title }) => [value, title])) as Record<Value, Text>

export const CONTEXT_NAMES: Record<FilterContext, Text> = named(filterContexts(t))
export const ACTION_NAMES: Record<FilterAction, Text> = named(filterActions(t))

const choicesOf = (choices: readonly (FilterChoice<string, Text> & { hint?: Text })[]): Choice[] =>
  choices.map(({ title, ...choice }) => ({ ...choice, label: title }))

export const EMPTY_FORM: FilterForm = {
  title: '',
  context: ['home', 'public'],
  filter_action: 'warn',
  expires_in: '',
  keywords: [],
}

export function filterFormIn(body: unknown): FilterForm {
  return {
    title: textOf(body, 'title'),
    context: textsOf(body, 'context'),
    filter_action: textOf(body, 'filter_action'),
    expires_in: textOf(body, 'expires_in'),
    keywords: listOf(body, 'keywords_attributes')
      .map((row) => ({
        id: textOf(row, 'id'),
        keyword: textOf(row, 'keyword'),
        whole_word: isTicked(row, 'whole_word'),
      }))
      .filter(({ id, keyword }) => id !== '' || keyword.trim() !== ''),
  }
}

/** Context of the form. */
interface FormContext {
  /** address that the form is sent to */
  path: string
  visitor: Visitor
  /** ms since 1970 of the filter's present end, or null */
  ends: number | null
  /** error that prevents saving */
  error: ValidationFailed | undefined
  saves: Text
}

export function filterForm(form: FilterForm, context: FormContext): SafeHtml {
  const { path, visitor, ends, error, saves } = context
  const { problem, where } = error === undefined ? NO_PROBLEM : problemIn(error)
  const of = (name: string) => (where === name ? problem : undefined)
  const summary =
    problem === undefined
      ? []
      : [{ text: problem, ...(where === undefined ? {} : { href: `#${where}` }) }]
  return html`<form method="post" action="${path}" class="card stack" novalidate>
${problemSummary(summary)}
${csrfField(visitor)}
${defaultButton(saves)}
${field({ id: 'title', name: 'title', label: t('Name'), autocomplete: 'off', prose: true, value: form.title, hint: t('Stands in place of a post that is covered.'), error: of('title') })}
${keywordRows(form.keywords, of('keyword-1'))}
${contexts(form.context, of('context-home'))}
${radios({ name: 'filter_action', legend: t('What happens to a post'), choices: choicesOf(filterActions(t)), value: form.filter_action })}
${endField(form.expires_in, ends)}
<button class="button primary">${saves}</button>
</form>`
}

interface Problem {
  problem?: Text
  /** id of the input that it is about */
  where?: string
}
const NO_PROBLEM: Problem = {}

/** The API's error message, or one for people, and the input that it is about. */
function problemIn(error: ValidationFailed): Problem {
  const text = error.problems[0]?.text ?? ''
  if (text.startsWith('Context')) {
    return { problem: t('Choose at least one place'), where: 'context-home' }
  }
  const problem = sayError(error)
  if (text.startsWith('Title')) return { problem, where: 'title' }
  return text.startsWith('Keyword') ? { problem, where: 'keyword-1' } : { problem }
}

function keywordRows(keywords: FilterForm['keywords'], error: Text | undefined): SafeHtml {
  const empty = { id: '', keyword: '', whole_word: true }
  const rows = [...keywords, ...Array.from({ length: EMPTY_ROWS }, () => empty)]
  return html`<fieldset class="choices${error && ' has-error'}" aria-describedby="keywords-hint${error && ' keywords-error'}"><legend>${t('Words and phrases')}</legend>
<p class="hint" id="keywords-hint">${t('Posts that hold one of them are filtered. Empty a row to remove its words. A whole word is not found within a longer one.')}</p>
${error && html`<p class="field-error" id="keywords-error">${error}</p>`}
${rows.map((row, at) => keywordRow(row, at + 1))}
<button class="button secondary" name="more" value="1" formaction="#keyword-${keywords.length + 1}">${t('Add more rows')}</button>
</fieldset>`
}

function keywordRow(
  { id, keyword, whole_word }: FilterForm['keywords'][number],
  number: number,
): SafeHtml {
  const name = 'keywords_attributes[]'
  return html`<div class="pair">
<input type="hidden" name="${name}[id]" value="${id}">
<input type="text" id="keyword-${number}" name="${name}[keyword]" value="${keyword}" aria-label="${t('Word or phrase {number}', { number })}" autocomplete="off">
<label class="inline-check"><input type="checkbox" name="${name}[whole_word]" value="1"${whole_word && raw(' checked')}> ${rich('Whole word{number}', { number: html`<span class="visually-hidden"> ${number}</span>` })}</label>
</div>`
}

function contexts(given: readonly string[], error: Text | undefined): SafeHtml {
  const box = (name: FilterContext) =>
    check({
      id: `context-${name}`,
      name: 'context[]',
      value: name,
      label: CONTEXT_NAMES[name],
      checked: given.includes(name),
    })
  return html`<fieldset class="choices${error && ' has-error'}"${error && raw(' aria-describedby="context-error"')}><legend>${t('Where')}</legend>
${error && html`<p class="field-error" id="context-error">${error}</p>`}
${FILTER_CONTEXTS.map(box)}
</fieldset>`
}

function endField(value: string, ends: number | null): SafeHtml {
  const choices = choicesOf(filterEnds(t, ends !== null))
  return html`${select({ id: 'expires_in', name: 'expires_in', label: t('When it ends'), choices, value })}
${ends !== null && html`<p class="hint muted small">${rich('Now: {momentOf}', { momentOf: momentOf(ends) })}</p>`}`
}
