import { countCharacters } from '../text/count.ts'
import { normalizeHost } from './handles.ts'
import type { FieldError } from './invalid-fields.ts'

/** What a profile may hold (S-289): characters, or how many there may be. */
export const profileLimits = {
  displayName: 40,
  note: 500,
  fields: 4,
  fieldName: 255,
  fieldValue: 255,
  pictureDescription: 150,
  attributionDomains: 100,
} as const

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

/** Texts of a profile; what is not given stays as it is. */
export interface ProfileTexts {
  display_name?: string | undefined
  note?: string | undefined
  avatar_description?: string | undefined
  header_description?: string | undefined
  fields?: readonly { name: string; value: string }[] | undefined
  attribution_domains?: readonly string[] | undefined
}

/** @returns what is wrong with them, nothing if they can be taken */
export function profileProblems(texts: ProfileTexts): FieldError[] {
  const { display_name = '', note = '', fields = [] } = texts
  const problems = [
    tooLong('display_name', lengthOf(display_name), profileLimits.displayName),
    tooLong('note', countCharacters(note), profileLimits.note),
    ...(['avatar_description', 'header_description'] as const).map((field) =>
      tooLong(field, lengthOf(texts[field] ?? ''), profileLimits.pictureDescription),
    ),
    ...fieldProblems(fields),
    ...domainProblems(texts.attribution_domains ?? []),
  ]
  return problems.filter((problem) => problem !== null)
}

function fieldProblems(fields: readonly { name: string; value: string }[]) {
  const tooMany = fields.length > profileLimits.fields
  const nameless = fields.some(({ name, value }) => name === '' && value !== '')
  return [
    tooMany ? wrong('fields', 'ERR_TOO_MANY', `are more than ${profileLimits.fields}`) : null,
    nameless ? wrong('fields', 'ERR_INVALID', 'contain values with missing labels') : null,
    tooLong('fields', longest(fields, 'name'), profileLimits.fieldName),
    tooLong('fields', longest(fields, 'value'), profileLimits.fieldValue),
  ]
}

function domainProblems(domains: readonly string[]) {
  const limit = profileLimits.attributionDomains
  const field = 'attribution_domains'
  return [
    domains.length > limit ? wrong(field, 'ERR_TOO_MANY', `are more than ${limit}`) : null,
    domains.some((domain) => !isDomain(domain))
      ? wrong(field, 'ERR_INVALID', 'contain something that is no domain')
      : null,
  ]
}

function isDomain(text: string): boolean {
  return text.length <= 253 && text.includes('.') && normalizeHost(text) === text
}

function tooLong(field: string, length: number, limit: number): FieldError | null {
  if (length <= limit) return null
  return wrong(field, 'ERR_TOO_LONG', `is too long (maximum is ${limit} characters)`)
}

function wrong(field: string, error: FieldError['error'], description: string): FieldError {
  return { field, error, description }
}

/** Characters, not UTF-16 units. */
function lengthOf(text: string): number {
  return [...text].length
}

function longest(fields: readonly { name: string; value: string }[], part: 'name' | 'value') {
  return Math.max(0, ...fields.map((field) => lengthOf(field[part])))
}
