import { describeFields, type Field, type FieldErrors, namesOf } from '../accounts/field-errors.ts'
import { html, raw, type SafeHtml } from '../text/html.ts'
import type { Visitor } from './visitor.ts'

export interface Input {
  id: string
  /** of the form's parameter */
  name: string
  label: string
  type?: 'text' | 'email' | 'password' | 'date' | 'textarea'
  /** what was typed before; a password is never given back */
  value?: string
  /** tells browsers and password managers what it is */
  autocomplete: string
  hint?: string
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

function control({ type = 'text', value = '' }: Input, attributes: SafeHtml): SafeHtml {
  // the line break right after the tag is not part of the text
  if (type === 'textarea') return html`<textarea ${attributes} rows="4">\n${value}</textarea>`
  if (type === 'password') return html`<input type="password" ${attributes}>`
  const plain =
    type === 'text' && raw(' autocapitalize="none" autocorrect="off" spellcheck="false"')
  return html`<input type="${type}" ${attributes} value="${value}"${plain}>`
}

function limits({ maxlength, minlength }: Input): SafeHtml {
  return html`${maxlength && html` maxlength="${maxlength}"`}${minlength && html` minlength="${minlength}"`}`
}

export interface Choice {
  id: string
  name: string
  label: string
  /** which is chosen */
  value: string
  /** values and what they are called */
  options: readonly (readonly [string, string])[]
}

/** A labelled list of which one is chosen. */
export function choice({ id, name, label, value, options }: Choice): SafeHtml {
  const items = options.map(
    ([of, text]) => html`<option value="${of}"${of === value && raw(' selected')}>${text}</option>`,
  )
  return html`<div class="field">
<label for="${id}">${label}</label>
<select id="${id}" name="${name}">${items}</select>
</div>`
}

/** A box to tick, which sends `1`. */
export function tick(box: { id: string; name: string; label: string; checked: boolean }): SafeHtml {
  return html`<div class="field check">
<input type="checkbox" id="${box.id}" name="${box.name}" value="1"${box.checked && raw(' checked')}>
<label for="${box.id}">${box.label}</label>
</div>`
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
  const items = [
    ...general.map((text) => html`<li>${text}</li>`),
    ...named.map(({ href, text }) => html`<li><a href="${href}">${text}</a></li>`),
  ]
  return {
    of: (name) => sentence(name) || undefined,
    summary:
      items.length === 0
        ? html``
        : html`<div class="notice danger" role="alert"><p><strong>Please look at this again:</strong></p><ul>${items}</ul></div>`,
  }
}

/** A line at the top of a page that tells what became of something. */
export function notice(kind: 'info' | 'success' | 'warning', content: SafeHtml | string): SafeHtml {
  return html`<div class="notice ${kind}" role="status">${content}</div>`
}
