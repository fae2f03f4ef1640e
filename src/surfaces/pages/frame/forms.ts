import {
  describeFields,
  type Field,
  type FieldErrors,
  InvalidFields,
  namesOf,
} from '../../../features/accounts/field-errors.ts'
import { type DomainError, problemsIn } from '../../../kernel/base/errors.ts'
import { html, raw, type SafeHtml } from '../../../kernel/text/html.ts'
import { type Localized, type Text, t } from '../../../kernel/text/messages.ts'
import type { Visitor } from './visitor.ts'

export interface Input {
  id: string
  /** name of the form's parameter */
  name: string
  label: Text
  type?: 'text' | 'email' | 'password' | 'date' | 'textarea'
  /** lines of a textarea; default 4 */
  rows?: number
  /** text typed before; a password is never repeated */
  value?: Text
  /** HTML autofill token for browsers and password managers */
  autocomplete: string
  hint?: SafeHtml | Text
  /** error message of this field */
  error?: Text | undefined
  required?: boolean
  maxlength?: number
  minlength?: number
  /** affixes shown beside the input, as if they were part of its value */
  prefix?: string
  suffix?: string
  /** keyboard of phones */
  inputmode?: 'numeric'
  /** a text in natural language, not a code or an address: keeps autocapitalisation and spelling checks */
  prose?: boolean
}

/** The hidden input that every form needs (A53). */
export function csrfField({ csrfToken }: Visitor): SafeHtml {
  return html`<input type="hidden" name="csrf_token" value="${csrfToken}">`
}

/** The button that Enter in a field presses, in a form whose first visible button does something else: it comes first. */
export function defaultButton(words: Text): SafeHtml {
  return html`<button class="visually-hidden" tabindex="-1" aria-hidden="true">${words}</button>`
}

/** A labelled input with its hint and its error message. */
export function field(input: Input): SafeHtml {
  const { id, label, hint, error, prefix, suffix } = input
  const told = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  const attributes = html`id="${id}" name="${input.name}" autocomplete="${input.autocomplete}"${told === '' ? '' : html` aria-describedby="${told}"`}${error && raw(' aria-invalid="true"')}${input.required && raw(' required')}${input.inputmode && html` inputmode="${input.inputmode}"`}${limits(input)}`
  return html`<div class="field${error && ' has-error'}">
<label for="${id}">${label}${input.required === false && html` <span class="muted">${t('(optional)')}</span>`}</label>
${hint && html`<p class="hint" id="${id}-hint">${hint}</p>`}
${error && html`<p class="field-error" id="${id}-error">${error}</p>`}
<div class="input${(prefix || suffix) && ' with-affix'}">${prefix && html`<span class="affix" aria-hidden="true">${prefix}</span>`}${control(input, attributes)}${suffix && html`<span class="affix" aria-hidden="true">${suffix}</span>`}</div>
</div>`
}

function control(
  { type = 'text', value = '', rows = 4, prose = false }: Input,
  attributes: SafeHtml,
): SafeHtml {
  // HTML parsers drop a line break right after the tag
  if (type === 'textarea') return html`<textarea ${attributes} rows="${rows}">\n${value}</textarea>`
  if (type === 'password') return html`<input type="password" ${attributes}>`
  const plain =
    type === 'text' && !prose && raw(' autocapitalize="none" autocorrect="off" spellcheck="false"')
  return html`<input type="${type}" ${attributes} value="${value}"${plain}>`
}

function limits({ maxlength, minlength }: Input): SafeHtml {
  return html`${maxlength && html` maxlength="${maxlength}"`}${minlength && html` minlength="${minlength}"`}`
}

/** All errors as sentences without a full stop at the end. */
export const sayFields =
  (errors: FieldErrors): Localized =>
  ({ messages }) =>
    describeFields(errors, messages).join('. ')

/** The API's error as a sentence. */
export const sayError =
  (error: DomainError): Localized =>
  ({ messages }) =>
    error instanceof InvalidFields
      ? `${describeFields(error.fields, messages).join('. ')}.`
      : `${problemsIn(error, messages)}.`

/** Errors of a form, by field and in the form's order. */
export interface Problems {
  /** error of this field as a sentence; undefined if it is valid */
  of(name: Field): Text | undefined
  /** a list of all errors, with links to the fields; empty if the form is valid */
  summary: SafeHtml
}

/**
 * @param ids ids of the inputs, by field name
 * @param general errors that belong to no single field
 */
export function problemsOf(
  errors: FieldErrors,
  ids: Partial<Record<Field, string>>,
  general: readonly Text[] = [],
): Problems {
  const sentence = (name: Field) => sayFields({ [name]: errors[name] ?? [] })
  const named = namesOf(errors).map((name) => ({ href: `#${ids[name]}`, text: sentence(name) }))
  return {
    of: (name) => ((errors[name] ?? []).length > 0 ? sentence(name) : undefined),
    summary: problemSummary([...general.map((text) => ({ text })), ...named]),
  }
}

/** A list of a form's errors, with links to the fields; empty if the form is valid. */
export function problemSummary(problems: readonly { text: Text; href?: string }[]): SafeHtml {
  if (problems.length === 0) return html``
  const items = problems.map(({ text, href }) =>
    href === undefined ? html`<li>${text}</li>` : html`<li><a href="${href}">${text}</a></li>`,
  )
  return html`<div class="notice danger" role="alert"><p><strong>${t('Please look at this again:')}</strong></p><ul>${items}</ul></div>`
}

/** A line at the top of a page that reports the result of an action. */
export function notice(kind: 'info' | 'success' | 'warning', content: SafeHtml | Text): SafeHtml {
  return html`<div class="notice ${kind}" role="status">${content}</div>`
}
