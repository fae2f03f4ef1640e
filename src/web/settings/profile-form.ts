import type { FieldErrors } from '../../accounts/field-errors.ts'
import type { OwnProfile } from '../../accounts/own-profile.ts'
import type { ProfileChange } from '../../accounts/profile.ts'
import { profileLimits } from '../../accounts/profile-rules.ts'
import { countCharacters } from '../../text/count.ts'
import { html, type SafeHtml } from '../../text/html.ts'
import { check } from '../choices.ts'
import { csrfField, field, type Problems, problemsOf } from '../forms.ts'
import { isTicked, listOf, textOf } from '../pages.ts'
import type { Visitor } from '../visitor.ts'
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

/** The texts and boxes of a profile as the form holds them. */
export interface ProfileForm extends ReturnType<typeof reachIn> {
  display_name: string
  note: string
  fields: { name: string; value: string }[]
  bot: boolean
  show_media: boolean
  show_media_replies: boolean
  show_featured: boolean
  attribution_domains: string[]
  /** undefined where there is no picture to describe */
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

/** What was sent, as it was typed. */
export function profileFormIn(body: unknown): ProfileForm & ProfileChange {
  const described = (name: string) =>
    Object.hasOwn(Object(body), name) ? textOf(body, name) : undefined
  return {
    ...reachIn(body),
    display_name: textOf(body, 'display_name'),
    // browsers send the line ends of the mail standards
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

/** What is wrong with the form, for the top of the page. */
export function profileProblems(errors: FieldErrors): SafeHtml {
  return problemsOf(errors, IDS).summary
}

/** @param verified the fields as they are stored, some of them verified */
export function profileCard(
  visitor: Visitor,
  form: ProfileForm,
  { errors, verified }: { errors: FieldErrors; verified: OwnProfile['fields'] },
): SafeHtml {
  const problems = problemsOf(errors, IDS)
  return html`<section class="card" aria-labelledby="texts">
<h2 id="texts">About you</h2>
<form method="post" action="/settings/profile" class="stack" novalidate>
${csrfField(visitor)}
${field({ id: IDS.display_name, name: 'display_name', label: 'Display name', autocomplete: 'name', prose: true, value: form.display_name, hint: `At most ${profileLimits.displayName} characters.`, error: problems.of('display_name') })}
${noteField(form.note, problems)}
${fieldRows(form.fields, verified, problems.of('fields'))}
${descriptions(form, problems)}
${reachFields(form)}
<fieldset class="choices"><legend>What your profile shows</legend>
${check({ id: 'show_media', name: 'show_media', label: 'A page with my media', checked: form.show_media })}
${check({ id: 'show_media_replies', name: 'show_media_replies', label: 'Media of my replies on it, too', checked: form.show_media_replies })}
${check({ id: 'show_featured', name: 'show_featured', label: 'A page with what I feature', checked: form.show_featured })}
</fieldset>
<fieldset class="choices"><legend>Kind of account</legend>
${check({ id: 'bot', name: 'bot', label: 'This is an automated account', hint: 'A program posts here, and nobody may be reading.', checked: form.bot })}
</fieldset>
${field({ id: IDS.attribution_domains, name: 'attribution_domains', label: 'Attribution domains', type: 'textarea', rows: 3, autocomplete: 'off', value: form.attribution_domains.join('\n'), hint: 'Websites that may name you as an author, one on each line: previews of their articles lead to your profile.', error: problems.of('attribution_domains') })}
<button class="button primary">Save the profile</button>
</form>
</section>`
}

function noteField(note: string, problems: Problems): SafeHtml {
  const used = countCharacters(note)
  const count = html`<span data-count-of="${IDS.note}">${used}</span> of ${profileLimits.note} characters used; an address counts as 23.`
  return field({
    id: IDS.note,
    name: 'note',
    label: 'Note',
    type: 'textarea',
    rows: 6,
    autocomplete: 'off',
    value: note,
    hint: html`Who you are and what you write about. ${count}`,
    error: problems.of('note'),
  })
}

function fieldRows(
  typed: ProfileForm['fields'],
  verified: OwnProfile['fields'],
  error: string | undefined,
): SafeHtml {
  const rows = Array.from(
    { length: Math.max(profileLimits.fields, typed.length) },
    (_, at) => typed[at] ?? { name: '', value: '' },
  )
  return html`<fieldset class="choices${error && ' has-error'}" aria-describedby="fields-hint${error && ' fields-error'}"><legend>Fields</legend>
<p class="hint" id="fields-hint">Your website, your pronouns, what you like. A link is marked as yours if its page links to your profile with <code>rel="me"</code>.</p>
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
<input type="text" id="${id}" name="fields[][name]" value="${name}" aria-label="Label of field ${number}" placeholder="Label" autocomplete="off">
<input type="text" id="${id}-value" name="fields[][value]" value="${value}" aria-label="Content of field ${number}" placeholder="Content" autocomplete="off"${since !== null && html` aria-describedby="${id}-state"`}>
${since !== null && html`<p class="hint verified-state" id="${id}-state">✓ Verified on ${dateOf(since)}</p>`}
</div>`
}

function descriptions(form: ProfileForm, problems: Problems): SafeHtml {
  const one = (kind: 'avatar' | 'header', label: string) => {
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
      hint: `For people who cannot see it, in at most ${profileLimits.pictureDescription} characters.`,
      error: problems.of(name),
    })
  }
  return html`${one('avatar', 'What your picture shows')}${one('header', 'What your header shows')}`
}
