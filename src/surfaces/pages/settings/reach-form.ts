import type { ProfileChange } from '../../../features/accounts/profile.ts'
import { html, type SafeHtml } from '../../../kernel/text/html.ts'
import { t } from '../../../kernel/text/messages.ts'
import { check } from '../frame/choices.ts'
import { isTicked } from '../pages.ts'

/** Settings about finding and following an account; discoverable is null until the user decides. */
export interface Reach {
  locked: boolean
  discoverable: boolean | null
  indexable: boolean
  hide_collections: boolean
}

/** The checkboxes of these settings. */
export function reachFields(reach: Reach): SafeHtml {
  return html`<fieldset class="choices"><legend>${t('Who finds and follows you')}</legend>
${check({ id: 'locked', name: 'locked', label: t('Approve followers by hand'), hint: t('Otherwise everybody who asks to follow you does so at once.'), checked: reach.locked })}
${check({ id: 'discoverable', name: 'discoverable', label: t('Suggest my account to others'), hint: t('In directories, suggestions and trends, here and on other servers.'), checked: reach.discoverable === true })}
${check({ id: 'indexable', name: 'indexable', label: t('Let everybody find my public posts by search'), hint: t('Also on other servers and in search engines.'), checked: reach.indexable })}
${check({ id: 'hide_collections', name: 'hide_collections', label: t('Hide whom I follow and who follows me'), hint: t('Only the numbers are shown.'), checked: reach.hide_collections })}
</fieldset>`
}

/** Reads the checkboxes. */
export function reachIn(body: unknown): Reach & ProfileChange {
  return {
    locked: isTicked(body, 'locked'),
    discoverable: isTicked(body, 'discoverable'),
    indexable: isTicked(body, 'indexable'),
    hide_collections: isTicked(body, 'hide_collections'),
  }
}
