import type { ProfileChange } from '../../accounts/profile.ts'
import { html, type SafeHtml } from '../../text/html.ts'
import { check } from '../choices.ts'
import { isTicked } from '../pages.ts'

/** Who finds an account and comes near it; discoverable is null until somebody decides. */
export interface Reach {
  locked: boolean
  discoverable: boolean | null
  indexable: boolean
  hide_collections: boolean
}

/** The boxes of a form about it. */
export function reachFields(reach: Reach): SafeHtml {
  return html`<fieldset class="choices"><legend>Who finds and follows you</legend>
${check({ id: 'locked', name: 'locked', label: 'Approve followers by hand', hint: 'Otherwise everybody who asks to follow you does so at once.', checked: reach.locked })}
${check({ id: 'discoverable', name: 'discoverable', label: 'Suggest my account to others', hint: 'In directories, suggestions and trends, here and on other servers.', checked: reach.discoverable === true })}
${check({ id: 'indexable', name: 'indexable', label: 'Let everybody find my public posts by search', hint: 'Also on other servers and in search engines.', checked: reach.indexable })}
${check({ id: 'hide_collections', name: 'hide_collections', label: 'Hide whom I follow and who follows me', hint: 'Only the numbers are shown.', checked: reach.hide_collections })}
</fieldset>`
}

/** What the boxes say. */
export function reachIn(body: unknown): Reach & ProfileChange {
  return {
    locked: isTicked(body, 'locked'),
    discoverable: isTicked(body, 'discoverable'),
    indexable: isTicked(body, 'indexable'),
    hide_collections: isTicked(body, 'hide_collections'),
  }
}
