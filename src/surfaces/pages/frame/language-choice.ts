import { html, localized, type SafeHtml } from '../../../kernel/text/html.ts'
import { OFFERED } from '../../../kernel/text/locales.ts'
import { t } from '../../../kernel/text/messages.ts'

export const LANGUAGE_PATH = '/language'

/** All languages by their own names, in the footer of every page. */
export const languageChoice: SafeHtml = localized(
  ({ locale }) => html`<form class="languages" method="post" action="${LANGUAGE_PATH}">
<details><summary>${t('Language: {name}', { name: locale.name })}</summary>
${OFFERED.map(
  ({ tag, name, rightToLeft }) =>
    html`<button class="language" name="lang" value="${tag}" lang="${tag}" dir="${rightToLeft ? 'rtl' : 'ltr'}"${tag === locale.tag && html` aria-pressed="true"`}>${name}</button>`,
)}
</details></form>`,
)
