import { describeFields, type Field, type FieldErrors, namesOf } from '../accounts/field-errors.ts'
import { html, raw, type SafeHtml } from '../text/html.ts'
import type { Visitor } from './visitor.ts'

export interface Input {
  id: string
  /** of the form's parameter */
  name: string
  label: string
  type?: 'text' | 'email' | 'password' | 'date' | 'textarea'
  /** lines of a textarea; default 4 */
  rows?: number
  /** what was typed before; a password is never given back */
  value?: string
  /** tells browsers and password managers what it is */
  autocomplete: string
  hint?: SafeHtml | string
  /** what is wrong with it */
  error?: string | undefined
  required?: boolean
  maxlength?: number
  minlength?: number
  /** stands before or behind the input, as part of what is typed */
  prefix?: string
  suffix?: string
  /** which keys a phone shows */
  inputmode?: 'numeric'
  /** a text that names things as people do, not a code or an address */
  prose?: boolean
}

/** The hidden input without which no form is taken (A53). */
export function csrfField({ csrfToken }: Visitor): SafeHtml {
  return html`<input type="hidden" name="csrf_token" value="${csrfToken}">`
}

/** A labelled input with its hint and what is wrong with it. */
export function field(input: Input): SafeHtml {
  const { id, label, hint, error, prefix, suffix } = input
  const told = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  const attributes = html`id="${id}" name="${input.name}" autocomplete="${input.autocomplete}"${told === '' ? '' : html` aria-describedby="${told}"`}${error && raw(' aria-invalid="true"')}${input.required && raw(' required')}${input.inputmode && html` inputmode="${input.inputmode}"`}${limits(input)}`
  return html`<div class="field${error && ' has-error'}">
<label for="${id}">${label}${input.required === false && html` <span class="muted">(optional)</span>`}</label>
${hint && html`<p class="hint" id="${id}-hint">${hint}</p>`}
${error && html`<p class="field-error" id="${id}-error">${error}</p>`}
<div class="input${(prefix || suffix) && ' with-affix'}">${prefix && html`<span class="affix" aria-hidden="true">${prefix}</span>`}${control(input, attributes)}${suffix && html`<span class="affix" aria-hidden="true">${suffix}</span>`}</div>
</div>`
}

function control(
  { type = 'text', value = '', rows = 4, prose = false }: Input,
  attributes: SafeHtml,
): SafeHtml {
  // the line break right after the tag is not part of the text
  if (type === 'textarea') return html`<textarea ${attributes} rows="${rows}">\n${value}</textarea>`
  if (type === 'password') return html`<input type="password" ${attributes}>`
  const plain =
    type === 'text' && !prose && raw(' autocapitalize="none" autocorrect="off" spellcheck="false"')
  return html`<input type="${type}" ${attributes} value="${value}"${plain}>`
}

function limits({ maxlength, minlength }: Input): SafeHtml {
  return html`${maxlength && html` maxlength="${maxlength}"`}${minlength && html` minlength="${minlength}"`}`
}

/** What is wrong with a form, by field and in the form's own order. */
export interface Problems {
  /** what is wrong with this field, as a sentence; undefined if nothing is */
  of(name: Field): string | undefined
  /** a list of everything, with links to the fields; empty if nothing is wrong */
  summary: SafeHtml
}

/**
 * @param ids of the inputs by the field's name
 * @param general what is wrong with no field in particular
 */
export function problemsOf(
  errors: FieldErrors,
  ids: Partial<Record<Field, string>>,
  general: readonly string[] = [],
): Problems {
  const sentence = (name: Field) => describeFields({ [name]: errors[name] ?? [] }).join('. ')
  const named = namesOf(errors).map((name) => ({ href: `#${ids[name]}`, text: sentence(name) }))
  return {
    of: (name) => sentence(name) || undefined,
    summary: problemSummary([...general.map((text) => ({ text })), ...named]),
  }
}

/** Everything that is wrong with a form, with links to the fields; empty if nothing is. */
export function problemSummary(problems: readonly { text: string; href?: string }[]): SafeHtml {
  if (problems.length === 0) return html``
  const items = problems.map(({ text, href }) =>
    href === undefined ? html`<li>${text}</li>` : html`<li><a href="${href}">${text}</a></li>`,
  )
  return html`<div class="notice danger" role="alert"><p><strong>Please look at this again:</strong></p><ul>${items}</ul></div>`
}

/** A line at the top of a page that tells what became of something. */
export function notice(kind: 'info' | 'success' | 'warning', content: SafeHtml | string): SafeHtml {
  return html`<div class="notice ${kind}" role="status">${content}</div>`
}
