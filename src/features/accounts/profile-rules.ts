import { countCharacters } from '../../kernel/text/count.ts'
import { type FieldError, type FieldErrors, problemOf, tooLong } from './field-errors.ts'
import { normalizeHost } from './handles.ts'

/** Limits of a profile (S-289), in characters or in number. */
export const profileLimits = {
  displayName: 40,
  note: 500,
  fields: 4,
  fieldName: 255,
  fieldValue: 255,
  pictureDescription: 150,
  attributionDomains: 100,
} as const

/** maximum of UTF-16 units of a note */
const MOST_UNITS = 8_192

/** `configuration.accounts` of the instance documents (S-302). */
export const accountsConfiguration = {
  max_display_name_length: profileLimits.displayName,
  max_note_length: profileLimits.note,
  max_avatar_description_length: profileLimits.pictureDescription,
  max_header_description_length: profileLimits.pictureDescription,
  max_featured_tags: 10,
  max_pinned_statuses: 5,
  max_profile_fields: profileLimits.fields,
  profile_field_name_limit: profileLimits.fieldName,
  profile_field_value_limit: profileLimits.fieldValue,
} as const

/** Texts of a profile; missing ones stay unchanged. */
export interface ProfileTexts {
  display_name?: string | undefined
  note?: string | undefined
  avatar_description?: string | undefined
  header_description?: string | undefined
  fields?: readonly { name: string; value: string }[] | undefined
  attribution_domains?: readonly string[] | undefined
}

/** @returns the errors by field; none if the texts are valid */
export function profileProblems(texts: ProfileTexts): FieldErrors {
  const { display_name = '', note = '', fields = [], attribution_domains = [] } = texts
  const { avatar_description = '', header_description = '' } = texts
  const { displayName, pictureDescription } = profileLimits
  return {
    display_name: longerThan(displayName, lengthOf(display_name)),
    note: longerThan(profileLimits.note, lengthOfNote(note)),
    avatar_description: longerThan(pictureDescription, lengthOf(avatar_description)),
    header_description: longerThan(pictureDescription, lengthOf(header_description)),
    fields: fieldProblems(fields),
    attribution_domains: domainProblems(attribution_domains),
  }
}

function fieldProblems(fields: readonly { name: string; value: string }[]): FieldError[] {
  const nameless = fields.some(({ name, value }) => name === '' && value !== '')
  return [
    ...moreThan(profileLimits.fields, fields.length),
    ...(nameless ? [problemOf('ERR_INVALID', 'contain values with missing labels')] : []),
    ...longerThan(profileLimits.fieldName, longest(fields, 'name')),
    ...longerThan(profileLimits.fieldValue, longest(fields, 'value')),
  ]
}

function domainProblems(domains: readonly string[]): FieldError[] {
  const wrong = domains.some((domain) => !isDomain(domain))
  return [
    ...moreThan(profileLimits.attributionDomains, domains.length),
    ...(wrong ? [problemOf('ERR_INVALID', 'contain something that is no domain')] : []),
  ]
}

function isDomain(text: string): boolean {
  return text.length <= 253 && text.includes('.') && normalizeHost(text) === text
}

/**
 * URLs and combining marks count little or nothing however long they are, up to `MOST_UNITS` (A60).
 */
function lengthOfNote(note: string): number {
  return note.length > MOST_UNITS ? note.length : countCharacters(note)
}

function longerThan(limit: number, length: number): FieldError[] {
  return length > limit ? [tooLong(limit)] : []
}

function moreThan(limit: number, count: number): FieldError[] {
  return count > limit ? [problemOf('ERR_TOO_MANY', 'are more than {limit}', { limit })] : []
}

/** Characters, not UTF-16 units. */
function lengthOf(text: string): number {
  return [...text].length
}

function longest(fields: readonly { name: string; value: string }[], part: 'name' | 'value') {
  return Math.max(0, ...fields.map((field) => lengthOf(field[part])))
}
