import type { FilterAction, FilterContext } from '../../db/schema.ts'
import { FILTER_CONTEXTS } from '../../filters/input.ts'
import { html, raw, type SafeHtml } from '../../text/html.ts'
import { type Choice, check, radios, select } from '../choices.ts'
import { csrfField, field, problemSummary } from '../forms.ts'
import { isTicked, listOf, textOf, textsOf } from '../pages.ts'
import type { Visitor } from '../visitor.ts'
import { momentOf } from './times.ts'

/** A filter as its form holds it. */
export interface FilterForm {
  title: string
  context: string[]
  filter_action: string
  /** seconds from now; blank: never; `keep`: as it was */
  expires_in: string
  /** id is blank of a new one */
  keywords: { id: string; keyword: string; whole_word: boolean }[]
}

export const KEEP = 'keep'
/** empty rows that are there to be filled */
const EMPTY_ROWS = 3
const HOUR = 3600

export const CONTEXT_NAMES: Record<FilterContext, string> = {
  home: 'Home and lists',
  notifications: 'Notifications',
  public: 'Public timelines',
  thread: 'Conversations',
  account: 'Profiles',
}
export const ACTION_NAMES: Record<FilterAction, string> = {
  warn: 'Warn',
  blur: 'Blur media',
  hide: 'Hide',
}
const ACTIONS: readonly Choice[] = [
  { value: 'warn', label: ACTION_NAMES.warn, hint: 'Covers a post with the name of the filter.' },
  { value: 'blur', label: ACTION_NAMES.blur, hint: 'Shows the text and covers what is attached.' },
  { value: 'hide', label: ACTION_NAMES.hide, hint: 'Leaves a post out as if it were not there.' },
]
const ENDS: readonly Choice[] = [
  { value: '', label: 'Never' },
  { value: String(HOUR / 2), label: 'In 30 minutes' },
  { value: String(HOUR), label: 'In an hour' },
  { value: String(6 * HOUR), label: 'In 6 hours' },
  { value: String(12 * HOUR), label: 'In 12 hours' },
  { value: String(24 * HOUR), label: 'In a day' },
  { value: String(7 * 24 * HOUR), label: 'In a week' },
]

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

/** What the form is about. */
interface FormContext {
  /** where it goes */
  path: string
  visitor: Visitor
  /** ms since 1970 at which the filter ends so far, or null */
  ends: number | null
  /** what keeps it from being saved */
  problem: string | undefined
  saves: string
}

export function filterForm(form: FilterForm, context: FormContext): SafeHtml {
  const { path, visitor, ends, problem, saves } = context
  const where = problem === undefined ? undefined : fieldOf(problem)
  const of = (name: string) => (where === name ? problem : undefined)
  const summary =
    problem === undefined
      ? []
      : [{ text: problem, ...(where === undefined ? {} : { href: `#${where}` }) }]
  return html`<form method="post" action="${path}" class="card stack" novalidate>
${problemSummary(summary)}
${csrfField(visitor)}
${field({ id: 'title', name: 'title', label: 'Name', autocomplete: 'off', prose: true, value: form.title, hint: 'Stands in place of a post that is covered.', error: of('title') })}
${keywordRows(form.keywords, of('keyword-1'))}
${contexts(form.context, of('context-home'))}
${radios({ name: 'filter_action', legend: 'What happens to a post', choices: ACTIONS, value: form.filter_action })}
${endField(form.expires_in, ends)}
<button class="button primary">${saves}</button>
</form>`
}

/** The input that a problem is about, by the words of the domain. */
function fieldOf(problem: string): string | undefined {
  if (problem.startsWith('Name')) return 'title'
  if (problem.startsWith('Keyword')) return 'keyword-1'
  return problem.startsWith('Choose') ? 'context-home' : undefined
}

function keywordRows(keywords: FilterForm['keywords'], error: string | undefined): SafeHtml {
  const empty = { id: '', keyword: '', whole_word: true }
  const rows = [...keywords, ...Array.from({ length: EMPTY_ROWS }, () => empty)]
  return html`<fieldset class="choices${error && ' has-error'}" aria-describedby="keywords-hint${error && ' keywords-error'}"><legend>Words and phrases</legend>
<p class="hint" id="keywords-hint">Posts that hold one of them are filtered. Empty a row to remove its words. A whole word is not found within a longer one.</p>
${error && html`<p class="field-error" id="keywords-error">${error}</p>`}
${rows.map((row, at) => keywordRow(row, at + 1))}
<button class="button secondary" name="more" value="1">Add more rows</button>
</fieldset>`
}

function keywordRow(
  { id, keyword, whole_word }: FilterForm['keywords'][number],
  number: number,
): SafeHtml {
  const name = 'keywords_attributes[]'
  return html`<div class="pair">
<input type="hidden" name="${name}[id]" value="${id}">
<input type="text" id="keyword-${number}" name="${name}[keyword]" value="${keyword}" aria-label="Word or phrase ${number}" autocomplete="off">
<label class="inline-check"><input type="checkbox" name="${name}[whole_word]" value="1"${whole_word && raw(' checked')}> Whole word<span class="visually-hidden"> ${number}</span></label>
</div>`
}

function contexts(given: readonly string[], error: string | undefined): SafeHtml {
  const box = (name: FilterContext) =>
    check({
      id: `context-${name}`,
      name: 'context[]',
      value: name,
      label: CONTEXT_NAMES[name],
      checked: given.includes(name),
    })
  return html`<fieldset class="choices${error && ' has-error'}"${error && raw(' aria-describedby="context-error"')}><legend>Where</legend>
${error && html`<p class="field-error" id="context-error">${error}</p>`}
${FILTER_CONTEXTS.map(box)}
</fieldset>`
}

function endField(value: string, ends: number | null): SafeHtml {
  const keep = { value: KEEP, label: 'As it is now' }
  return html`${select({ id: 'expires_in', name: 'expires_in', label: 'When it ends', choices: ends === null ? ENDS : [keep, ...ENDS], value })}
${ends !== null && html`<p class="hint muted small">Now: ${momentOf(ends)}</p>`}`
}
