import type { Answer } from '../oauth/passkeys/webauthn.ts'
import { html, type SafeHtml } from '../text/html.ts'
import { csrfField } from './forms.ts'
import { textOf } from './pages.ts'
import type { Visitor } from './visitor.ts'

export interface PasskeyForm {
  kind: 'create' | 'get'
  /** where the form goes with what the browser made */
  action: string
  /** where the script asks for what to make it with */
  options: string
  button: string
  primary?: boolean
  /** further inputs */
  fields?: SafeHtml
}

/**
 * A form whose button lets the browser make or use a passkey (`assets/passkeys.js`). Without script, or
 * in a browser that knows no passkeys, the rest of the page is all there is.
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
<p class="muted small passkey-missing"${form.kind === 'get' && html` hidden`}>This needs a browser that knows passkeys, with script turned on.</p>`
}

/** What the script put into the form, or null if it is nothing. */
export function passkeyAnswer(body: unknown): Answer | null {
  try {
    const answer: unknown = JSON.parse(textOf(body, 'credential'))
    return typeof answer === 'object' && answer !== null ? { ...answer } : null
  } catch {
    return null
  }
}
