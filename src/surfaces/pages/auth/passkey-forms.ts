import type { Answer } from '../../../features/identity/passkeys/webauthn.ts'
import { html, type SafeHtml } from '../../../kernel/text/html.ts'
import { type Text, t } from '../../../kernel/text/messages.ts'
import { csrfField } from '../frame/forms.ts'
import type { Visitor } from '../frame/visitor.ts'
import { textOf } from '../pages.ts'

export interface PasskeyForm {
  kind: 'create' | 'get'
  /** address that gets the form with the browser's credential */
  action: string
  /** address from which the script fetches the WebAuthn options */
  options: string
  button: Text
  primary?: boolean
  /** further inputs */
  fields?: SafeHtml
}

/**
 * A form whose button lets the browser create or use a passkey (`assets/passkeys.js`). Without script, or in a
 * browser without passkeys, the form stays hidden and the rest of the page remains.
 */
export function passkeyForm(visitor: Visitor, form: PasskeyForm): SafeHtml {
  const look = form.primary === true ? 'primary' : 'secondary wide'
  return html`<form method="post" action="${form.action}" class="stack passkey" data-passkey="${form.kind}" data-options="${form.options}" hidden>
${csrfField(visitor)}
${form.fields}
<input type="hidden" name="credential" value="">
<p class="field-error" role="alert" hidden></p>
<button class="button ${look}">${form.button}</button>
</form>
<p class="muted small passkey-missing"${form.kind === 'get' && html` hidden`}>${t('This needs a browser that knows passkeys, with script turned on.')}</p>`
}

/** The credential that the script put into the form, or null if it is missing or invalid. */
export function passkeyAnswer(body: unknown): Answer | null {
  try {
    const answer: unknown = JSON.parse(textOf(body, 'credential'))
    return typeof answer === 'object' && answer !== null ? { ...answer } : null
  } catch {
    return null
  }
}
