import { html, raw, type SafeHtml } from '../../../kernel/text/html.ts'
import type { Text } from '../../../kernel/text/messages.ts'

export interface Choice {
  value: string
  label: Text
  hint?: Text
}

interface Check {
  id: string
  name: string
  label: SafeHtml | Text
  hint?: Text
  checked: boolean
  /** default 1 */
  value?: string
}

/** A checkbox. */
export function check({ id, name, label, hint, checked, value = '1' }: Check): SafeHtml {
  return html`<div class="field check">
<input type="checkbox" id="${id}" name="${name}" value="${value}"${checked && raw(' checked')}${hint && html` aria-describedby="${id}-hint"`}>
<label for="${id}">${label}</label>
${hint && html`<p class="hint" id="${id}-hint">${hint}</p>`}
</div>`
}

interface Select {
  id: string
  name: string
  label: Text
  hint?: Text | undefined
  choices: readonly Choice[]
  value: string
  error?: Text | undefined
}

/** A select element. */
export function select({ id, name, label, hint, choices, value, error }: Select): SafeHtml {
  const told = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return html`<div class="field${error && ' has-error'}">
<label for="${id}">${label}</label>
${hint && html`<p class="hint" id="${id}-hint">${hint}</p>`}
${error && html`<p class="field-error" id="${id}-error">${error}</p>`}
<select id="${id}" name="${name}"${told !== '' && html` aria-describedby="${told}"`}${error && raw(' aria-invalid="true"')}>
${choices.map((choice) => html`<option value="${choice.value}"${choice.value === value && raw(' selected')}>${choice.label}</option>`)}
</select>
</div>`
}

interface Radios {
  name: string
  legend: Text
  choices: readonly Choice[]
  value: string
}

/** Radio buttons. */
export function radios({ name, legend, choices, value }: Radios): SafeHtml {
  const one = (choice: Choice) => {
    const id = `${name}-${choice.value}`
    return html`<div class="field check">
<input type="radio" id="${id}" name="${name}" value="${choice.value}"${choice.value === value && raw(' checked')}${choice.hint && html` aria-describedby="${id}-hint"`}>
<label for="${id}">${choice.label}</label>
${choice.hint && html`<p class="hint" id="${id}-hint">${choice.hint}</p>`}
</div>`
  }
  return html`<fieldset class="choices"><legend>${legend}</legend>${choices.map(one)}</fieldset>`
}

/** The submitted choice, or undefined if it is none of the choices. */
export function chosen<Value extends string>(
  text: string,
  values: readonly Value[],
): Value | undefined {
  return values.find((value) => value === text)
}
