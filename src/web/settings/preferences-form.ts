import type { FieldErrors } from '../../accounts/field-errors.ts'
import type { UserSettings } from '../../db/schema.ts'
import type { UserChoices } from '../../oauth/user-choices.ts'
import { html, type SafeHtml } from '../../text/html.ts'
import { languageOrNull } from '../../text/language.ts'
import { languages } from '../../text/languages.ts'
import { type Choice, check, radios, select } from '../choices.ts'
import { csrfField, problemsOf } from '../forms.ts'
import type { Visitor } from '../visitor.ts'

export const MEDIA_CHOICES = ['default', 'show_all', 'hide_all'] as const

export type PreferencesForm = UserChoices & Omit<UserSettings, 'show_application'>

const VISIBILITIES: readonly Choice[] = [
  { value: 'public', label: 'Public', hint: 'Everybody sees it, and it is in public timelines.' },
  {
    value: 'unlisted',
    label: 'Quiet public',
    hint: 'Everybody sees it; no public timeline has it.',
  },
  { value: 'private', label: 'Followers', hint: 'Only your followers see it.' },
]
export const QUOTE_CHOICES: readonly Choice[] = [
  { value: 'public', label: 'Everybody' },
  { value: 'followers', label: 'My followers' },
  { value: 'nobody', label: 'Nobody but me' },
]
const MEDIA: readonly Choice[] = [
  { value: 'default', label: 'Hide what is marked as sensitive' },
  { value: 'show_all', label: 'Show all media' },
  { value: 'hide_all', label: 'Hide all media' },
]
const BY_NAME = languages.toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
const LANGUAGES: readonly Choice[] = BY_NAME.map(({ code, name }) => ({ value: code, label: name }))
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
<section class="card stack" aria-labelledby="you"><h2 id="you">Language and time</h2>
${select({ id: ids.locale, name: 'locale', label: 'Your language', hint: 'Posts are translated into it. These pages are in English so far.', choices: LANGUAGES, value: languageOrNull(form.locale) ?? 'en', error: problems.of('locale') })}
${select({ id: ids.time_zone, name: 'time_zone', label: 'Time zone', hint: 'When a day begins and ends in searches by date.', choices: zonesWith(form.timeZone), value: form.timeZone ?? 'UTC', error: problems.of('time_zone') })}
</section>
<section class="card stack" aria-labelledby="posting"><h2 id="posting">New posts</h2>
<p class="muted">What apps propose. You can choose otherwise for each post.</p>
${radios({ name: 'privacy', legend: 'Who sees them', choices: VISIBILITIES, value: form.default_privacy })}
${radios({ name: 'quote_policy', legend: 'Who may quote them', choices: QUOTE_CHOICES, value: form.default_quote_policy })}
${select({ id: ids.language, name: 'language', label: 'Their language', choices: [{ value: '', label: 'Your language' }, ...LANGUAGES], value: form.default_language ?? '', error: problems.of('language') })}
${check({ id: 'sensitive', name: 'sensitive', label: 'Mark media as sensitive', checked: form.default_sensitive })}
</section>
<section class="card stack" aria-labelledby="reading"><h2 id="reading">Reading</h2>
${radios({ name: 'expand_media', legend: 'Media', choices: MEDIA, value: form.expand_media })}
<fieldset class="choices"><legend>In timelines</legend>
${check({ id: 'expand_spoilers', name: 'expand_spoilers', label: 'Open posts with content warnings', checked: form.expand_spoilers })}
${check({ id: 'autoplay_gifs', name: 'autoplay_gifs', label: 'Let moving pictures move by themselves', checked: form.autoplay_gifs })}
</fieldset></section>
${languagesCard(form.chosenLanguages ?? [], problems.of('chosen_languages'))}
<button class="button primary">Save the preferences</button>
</form>`
}

/** A zone that came with an account and that no list has stays. */
function zonesWith(zone: string | null): readonly Choice[] {
  if (zone === null || ZONES.some(({ value }) => value === zone)) return ZONES
  return [{ value: zone, label: zone }, ...ZONES]
}

/** Those that are chosen stand first and in sight. */
function languagesCard(codes: readonly string[], error: string | undefined): SafeHtml {
  const box = ({ code, name }: (typeof languages)[number]) =>
    check({
      id: `language-${code}`,
      name: 'chosen_languages[]',
      label: name,
      value: code,
      checked: codes.includes(code),
    })
  const now = BY_NAME.filter(({ code }) => codes.includes(code))
  const others = BY_NAME.filter(({ code }) => !codes.includes(code))
  return html`<section class="card" aria-labelledby="languages-title">
<fieldset class="choices"><legend id="languages-title">Languages of public timelines</legend>
<p class="hint">${now.length === 0 ? 'Posts in every language are shown. Choose some to see no others.' : 'Posts in these languages are shown, and those whose language nobody knows.'}</p>
${error && html`<p class="field-error">${error}</p>`}
<div class="columns">${now.map(box)}</div>
<details class="other-way"><summary>${now.length === 0 ? 'Choose languages' : 'More languages'}</summary>
<div class="columns">${others.map(box)}</div></details>
</fieldset></section>`
}
