import type { FieldErrors } from '../../../features/accounts/field-errors.ts'
import type { OwnProfile } from '../../../features/accounts/own-profile.ts'
import type { ProfileChange } from '../../../features/accounts/profile.ts'
import { profileLimits } from '../../../features/accounts/profile-rules.ts'
import { countCharacters } from '../../../kernel/text/count.ts'
import { html, rich, type SafeHtml } from '../../../kernel/text/html.ts'
import { type Text, t } from '../../../kernel/text/messages.ts'
import { check } from '../frame/choices.ts'
import { csrfField, field, type Problems, problemsOf } from '../frame/forms.ts'
import type { Visitor } from '../frame/visitor.ts'
import { isTicked, listOf, textOf } from '../pages.ts'
import { FORM } from './picture-forms.ts'
import { reachFields, reachIn } from './reach-form.ts'
import { dateOf } from './times.ts'

const IDS = {
  avatar: 'avatar-file',
  header: 'header-file',
  display_name: 'display_name',
  note: 'note',
  fields: 'field-1',
  avatar_description: 'avatar_description',
  header_description: 'header_description',
  attribution_domains: 'attribution_domains',
}

/** Values of the profile form. */
export interface ProfileForm extends ReturnType<typeof reachIn> {
  display_name: string
  note: string
  fields: { name: string; value: string }[]
  bot: boolean
  show_media: boolean
  show_media_replies: boolean
  show_featured: boolean
  attribution_domains: string[]
  /** undefined if the profile has no picture to describe */
  avatar_description?: string | undefined
  header_description?: string | undefined
}

export function profileFormOf(own: OwnProfile): ProfileForm {
  return {
    ...own,
    avatar_description: own.avatar_key === null ? undefined : own.avatar_description,
    header_description: own.header_key === null ? undefined : own.header_description,
  }
}

/** The submitted values, as typed. */
export function profileFormIn(body: unknown): ProfileForm & ProfileChange {
  const described = (name: string) =>
    Object.hasOwn(Object(body), name) ? textOf(body, name) : undefined
  return {
    ...reachIn(body),
    display_name: textOf(body, 'display_name'),
    // browsers send CRLF line breaks
    note: textOf(body, 'note').replaceAll('\r\n', '\n'),
    fields: listOf(body, 'fields').map((row) => ({
      name: textOf(row, 'name'),
      value: textOf(row, 'value'),
    })),
    bot: isTicked(body, 'bot'),
    show_media: isTicked(body, 'show_media'),
    show_media_replies: isTicked(body, 'show_media_replies'),
    show_featured: isTicked(body, 'show_featured'),
    attribution_domains: textOf(body, 'attribution_domains')
      .split(/[\s,]+/)
      .filter(Boolean),
    avatar_description: described('avatar_description'),
    header_description: described('header_description'),
  }
}

/** The form's errors, for the top of the page. */
export function profileProblems(errors: FieldErrors): SafeHtml {
  return problemsOf(errors, IDS).summary
}

/** @param verified the stored fields, some of them verified */
export function profileCard(
  visitor: Visitor,
  form: ProfileForm,
  { errors, verified }: { errors: FieldErrors; verified: OwnProfile['fields'] },
): SafeHtml {
  const problems = problemsOf(errors, IDS)
  return html`<section class="card" aria-labelledby="texts">
<h2 id="texts">${t('About you')}</h2>
<form method="post" action="${FORM}" class="stack" novalidate>
${csrfField(visitor)}
${field({ id: IDS.display_name, name: 'display_name', label: t('Display name'), autocomplete: 'name', prose: true, value: form.display_name, hint: t('At most {displayName} characters.', { displayName: profileLimits.displayName }), error: problems.of('display_name') })}
${noteField(form.note, problems)}
${fieldRows(form.fields, verified, problems.of('fields'))}
${descriptions(form, problems)}
${reachFields(form)}
<fieldset class="choices"><legend>${t('What your profile shows')}</legend>
${check({ id: 'show_media', name: 'show_media', label: t('A page with my media'), checked: form.show_media })}
${check({ id: 'show_media_replies', name: 'show_media_replies', label: t('Media of my replies on it, too'), checked: form.show_media_replies })}
${check({ id: 'show_featured', name: 'show_featured', label: t('A page with what I feature'), checked: form.show_featured })}
</fieldset>
<fieldset class="choices"><legend>${t('Kind of account')}</legend>
${check({ id: 'bot', name: 'bot', label: t('This is an automated account'), hint: t('A program posts here, and nobody may be reading.'), checked: form.bot })}
</fieldset>
${field({ id: IDS.attribution_domains, name: 'attribution_domains', label: t('Attribution domains'), type: 'textarea', rows: 3, autocomplete: 'off', value: form.attribution_domains.join('\n'), hint: t('Websites that may name you as an author, one on each line: previews of their articles lead to your profile.'), error: problems.of('attribution_domains') })}
<button class="button primary">${t('Save the profile')}</button>
</form>
</section>`
}

function noteField(note: string, problems: Problems): SafeHtml {
  const used = countCharacters(note)
  const count = html`${rich('{used} of {note} characters used; an address counts as 23.', { used: html`${used}`, note: profileLimits.note })}`
  return field({
    id: IDS.note,
    name: 'note',
    label: t('Note'),
    type: 'textarea',
    rows: 6,
    autocomplete: 'off',
    value: note,
    hint: rich('Who you are and what you write about. {count}', { count }),
    error: problems.of('note'),
  })
}

function fieldRows(
  typed: ProfileForm['fields'],
  verified: OwnProfile['fields'],
  error: Text | undefined,
): SafeHtml {
  const rows = Array.from(
    { length: Math.max(profileLimits.fields, typed.length) },
    (_, at) => typed[at] ?? { name: '', value: '' },
  )
  return html`<fieldset class="choices${error && ' has-error'}" aria-describedby="fields-hint${error && ' fields-error'}"><legend>${t('Fields')}</legend>
<p class="hint" id="fields-hint">${rich('Your website, your pronouns, what you like. A link is marked as yours if its page links to your profile with {code}.', { code: html`<code>rel="me"</code>` })}</p>
${error && html`<p class="field-error" id="fields-error">${error}</p>`}
${rows.map((row, at) => fieldRow(row, at + 1, verified))}
</fieldset>`
}

function fieldRow(
  { name, value }: { name: string; value: string },
  number: number,
  verified: OwnProfile['fields'],
): SafeHtml {
  const since = verified.find((known) => known.value === value.trim())?.verified_at ?? null
  const id = `field-${number}`
  return html`<div class="pair">
<input type="text" id="${id}" name="fields[][name]" value="${name}" aria-label="${t('Label of field {number}', { number })}" placeholder="${t('Label')}" autocomplete="off">
<input type="text" id="${id}-value" name="fields[][value]" value="${value}" aria-label="${t('Content of field {number}', { number })}" placeholder="${t('Content')}" autocomplete="off"${since !== null && html` aria-describedby="${id}-state"`}>
${since !== null && html`<p class="hint verified-state" id="${id}-state">${rich('✓ Verified on {dateOf}', { dateOf: dateOf(since) })}</p>`}
</div>`
}

function descriptions(form: ProfileForm, problems: Problems): SafeHtml {
  const one = (kind: 'avatar' | 'header', label: Text) => {
    const name = `${kind}_description` as const
    const value = form[name]
    if (value === undefined) return html``
    return field({
      id: IDS[name],
      name,
      label,
      autocomplete: 'off',
      prose: true,
      value,
      hint: t('For people who cannot see it, in at most {pictureDescription} characters.', {
        pictureDescription: profileLimits.pictureDescription,
      }),
      error: problems.of(name),
    })
  }
  return html`${one('avatar', t('What your picture shows'))}${one('header', t('What your header shows'))}`
}
