import type { FieldErrors } from '../../../features/accounts/field-errors.ts'
import type { UserSettings } from '../../../features/accounts/tables.ts'
import type { WebSettings } from '../../../features/accounts/web-settings.ts'
import type { UserChoices } from '../../../features/identity/user-choices.ts'
import { html, localized, type SafeHtml } from '../../../kernel/text/html.ts'
import { languageOrNull } from '../../../kernel/text/language.ts'
import { languageName, languages } from '../../../kernel/text/languages.ts'
import { OFFERED } from '../../../kernel/text/locales.ts'
import { type Text, t, type Words } from '../../../kernel/text/messages.ts'
import { type Choice, check, radios, select } from '../frame/choices.ts'
import { csrfField, problemsOf } from '../frame/forms.ts'
import type { Visitor } from '../frame/visitor.ts'
import { clientCards } from './client-choices.ts'

export type PreferencesForm = UserChoices &
  Omit<UserSettings, 'show_application'> & {
    /** settings of the client */
    client: WebSettings
  }

const VISIBILITIES: readonly Choice[] = [
  {
    value: 'public',
    label: t('Public'),
    hint: t('Everybody sees it, and it is in public timelines.'),
  },
  {
    value: 'unlisted',
    label: t('Quiet public'),
    hint: t('Everybody sees it; no public timeline has it.'),
  },
  { value: 'private', label: t('Followers'), hint: t('Only your followers see it.') },
]
export const QUOTE_CHOICES: readonly Choice[] = [
  { value: 'public', label: t('Everybody') },
  { value: 'followers', label: t('My followers') },
  { value: 'nobody', label: t('Nobody but me') },
]
const MEDIA: readonly Choice[] = [
  { value: 'default', label: t('Hide what is marked as sensitive') },
  { value: 'show_all', label: t('Show all media') },
  { value: 'hide_all', label: t('Hide all media') },
]

/** Languages of posts by their names in the reader's language. */
function languagesIn({ locale }: Words): { code: string; name: string }[] {
  const named = languages.map(({ code }) => ({ code, name: languageName(code, locale.tag) }))
  return named.sort((a, b) => a.name.localeCompare(b.name, locale.tag))
}

const asChoices = (list: readonly { code: string; name: string }[]): Choice[] =>
  list.map(({ code, name }) => ({ value: code, label: name }))

/** Languages of this software by their own names, then those that posts can only be translated into. */
function localeChoices(words: Words): Choice[] {
  const spoken = OFFERED.map(({ tag, name }) => ({ value: tag, label: name }))
  const others = languagesIn(words).filter(({ code }) => !OFFERED.some(({ tag }) => tag === code))
  return [...spoken, ...asChoices(others)]
}

/** The tag itself where this software speaks it, else the language of posts that it belongs to. */
const shownLocale = (locale: string): string =>
  OFFERED.find(({ tag }) => tag === locale)?.tag ?? languageOrNull(locale) ?? 'en'

const ZONES: readonly Choice[] = ['UTC', ...Intl.supportedValuesOf('timeZone')]
  .filter((name, at, all) => all.indexOf(name) === at)
  .map((name) => ({ value: name, label: name.replaceAll('_', ' ') }))

export function preferencesForm(
  visitor: Visitor,
  path: string,
  form: PreferencesForm,
  errors: FieldErrors,
): SafeHtml {
  const ids = {
    locale: 'locale',
    time_zone: 'time_zone',
    language: 'language',
    chosen_languages: 'languages-title',
  }
  const problems = problemsOf(errors, ids)
  return html`${problems.summary}
<form method="post" action="${path}" novalidate>
${csrfField(visitor)}
<section class="card stack" aria-labelledby="you"><h2 id="you">${t('Language and time')}</h2>
${localized((words) => select({ id: ids.locale, name: 'locale', label: t('Your language'), hint: t('Pages, mails and notifications speak it where they can, and posts are translated into it.'), choices: localeChoices(words), value: shownLocale(form.locale), error: problems.of('locale') }))}
${select({ id: ids.time_zone, name: 'time_zone', label: t('Time zone'), hint: t('When a day begins and ends in searches by date.'), choices: zonesWith(form.timeZone), value: form.timeZone ?? 'UTC', error: problems.of('time_zone') })}
</section>
<section class="card stack" aria-labelledby="posting"><h2 id="posting">${t('New posts')}</h2>
<p class="muted">${t('What apps propose. You can choose otherwise for each post.')}</p>
${radios({ name: 'privacy', legend: t('Who sees them'), choices: VISIBILITIES, value: form.default_privacy })}
${radios({ name: 'quote_policy', legend: t('Who may quote them'), choices: QUOTE_CHOICES, value: form.default_quote_policy })}
${localized((words) => select({ id: ids.language, name: 'language', label: t('Their language'), choices: [{ value: '', label: t('Your language') }, ...asChoices(languagesIn(words))], value: form.default_language ?? '', error: problems.of('language') }))}
${check({ id: 'sensitive', name: 'sensitive', label: t('Mark media as sensitive'), checked: form.default_sensitive })}
</section>
<section class="card stack" aria-labelledby="reading"><h2 id="reading">${t('Reading')}</h2>
${radios({ name: 'expand_media', legend: t('Media'), choices: MEDIA, value: form.expand_media })}
<fieldset class="choices"><legend>${t('In timelines')}</legend>
${check({ id: 'expand_spoilers', name: 'expand_spoilers', label: t('Open posts with content warnings'), checked: form.expand_spoilers })}
${check({ id: 'autoplay_gifs', name: 'autoplay_gifs', label: t('Let moving pictures move by themselves'), checked: form.autoplay_gifs })}
</fieldset></section>
${localized((words) => languagesCard(words, form.chosenLanguages ?? [], problems.of('chosen_languages')))}
${clientCards(form.client)}
<button class="button primary">${t('Save the preferences')}</button>
</form>`
}

/** The choices of time zones, with the account's own zone added if the list lacks it. */
function zonesWith(zone: string | null): readonly Choice[] {
  if (zone === null || ZONES.some(({ value }) => value === zone)) return ZONES
  return [{ value: zone, label: zone }, ...ZONES]
}

/** The chosen languages come first and are not collapsed. */
function languagesCard(words: Words, codes: readonly string[], error: Text | undefined): SafeHtml {
  const byName = languagesIn(words)
  const box = ({ code, name }: (typeof byName)[number]) =>
    check({
      id: `language-${code}`,
      name: 'chosen_languages[]',
      label: name,
      value: code,
      checked: codes.includes(code),
    })
  const now = byName.filter(({ code }) => codes.includes(code))
  const others = byName.filter(({ code }) => !codes.includes(code))
  return html`<section class="card" aria-labelledby="languages-title">
<fieldset class="choices"><legend id="languages-title">${t('Languages of public timelines')}</legend>
<p class="hint">${now.length === 0 ? t('Posts in every language are shown. Choose some to see no others.') : t('Posts in these languages are shown, and those whose language nobody knows.')}</p>
${error && html`<p class="field-error">${error}</p>`}
<div class="columns">${now.map(box)}</div>
<details class="other-way"><summary>${now.length === 0 ? t('Choose languages') : t('More languages')}</summary>
<div class="columns">${others.map(box)}</div></details>
</fieldset></section>`
}
