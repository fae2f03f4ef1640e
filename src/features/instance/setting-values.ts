import { Unprocessable } from '../../kernel/base/errors.ts'
import { normalizeId } from '../../kernel/base/ids.ts'
import { isLanguage } from '../../kernel/text/language.ts'
import { OWNER_STYLES_SIZE } from '../../kernel/text/owner-styles-rules.ts'
import type { PictureSetting } from './pictures.ts'
import type { Document, SettingName, Settings } from './settings.ts'

/** Settings with a textual form: all but the pictures. */
export type TextSettingName = Exclude<SettingName, PictureSetting>

/** Reads a setting from text, or throws with the allowed values; `now` dates documents. */
type Read<T> = (text: string, now: number) => T

const TIMELINE = oneOf('public', 'authenticated', 'disabled')

const READERS: { [Name in TextSettingName]: Read<Settings[Name]> } = {
  title: textUpTo(100, 1),
  description: textUpTo(500),
  extended_description: readDocument,
  privacy_policy: readDocument,
  terms_of_service: readDocument,
  contact_email: matching(/^([^\s@]+@[^\s@]+)?$/, 'an e-mail address or empty'),
  source_url: matching(
    /^(https?:\/\/[^\s"<>]{1,500})?$/,
    'an address that begins with https:// or empty',
  ),
  contact_username: matching(/^\w{0,30}$/, 'the name of a local account or empty'),
  accent_colour: readColour,
  custom_css: readStyles,
  languages: readLanguages,
  'registrations.mode': oneOf('open', 'approval', 'closed'),
  'registrations.reason_required': readSwitch,
  'registrations.min_age': readYears,
  'registrations.confirm_email': readSwitch,
  'registrations.wave_limit': readCount,
  'registrations.message': textUpTo(5000),
  sign_in_required: readSwitch,
  single_user: readSwitch,
  'timelines.live.local': TIMELINE,
  'timelines.live.remote': TIMELINE,
  'timelines.hashtag.local': TIMELINE,
  'timelines.hashtag.remote': TIMELINE,
  'timelines.trending_link.local': TIMELINE,
  'timelines.trending_link.remote': TIMELINE,
  'timelines.fan_out_limit': readCount,
  'trends.enabled': readSwitch,
  'trends.review': readSwitch,
  'follows.hourly_per_domain': readCount,
  'follows.hourly_per_account': readCount,
  'digest.after_days': readDays,
  media_cache_size: readBytes,
  'retention.remote_statuses': readDays,
  'retention.ips': readDays,
  'retention.resolved_reports': readDays,
  'retention.audit_log': readDays,
  peers_shown: readSwitch,
  profile_directory: readSwitch,
  featured_accounts: readHandles,
  featured_collections: readCollections,
  activity_shown: readSwitch,
  annual_reports: oneOf('never', 'december', 'always'),
  domain_blocks_shown: oneOf('nobody', 'users', 'everybody'),
  domain_block_comments_shown: oneOf('nobody', 'users', 'everybody'),
}

export function isTextSetting(name: string): name is TextSettingName {
  return Object.hasOwn(READERS, name)
}

export const TEXT_SETTINGS = Object.keys(READERS) as readonly TextSettingName[]

/**
 * Reads the value of a setting from text.
 *
 * @param now ms since 1970: the new date of a document
 * @throws Unprocessable with the allowed values
 */
export function readSetting<Name extends TextSettingName>(
  name: Name,
  text: string,
  now: number,
): Settings[Name] {
  try {
    return READERS[name](text, now)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    throw new Unprocessable(`${name} must be ${error.message}`, { cause: error })
  }
}

/**
 * The text of a JSON value: both the values in the settings entity and texts can be sent back.
 *
 * @returns null if it is not a setting's value
 */
export function settingText(value: unknown): string | null {
  if (value === null) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) {
    return value.every((item) => typeof item === 'string') ? value.join(' ') : null
  }
  const { content } = value as Partial<Document>
  return typeof content === 'string' ? content : null
}

/** The message names the allowed values. */
class Unreadable extends Error {}

function textUpTo(most: number, least = 0): Read<string> {
  return (text) => {
    const trimmed = text.trim()
    if (trimmed.length >= least && trimmed.length <= most) return trimmed
    throw new Unreadable(`a text of ${least} to ${most} characters`)
  }
}

function matching(pattern: RegExp, description: string): Read<string> {
  return (text) => {
    if (pattern.test(text.trim())) return text.trim()
    throw new Unreadable(`${description}, not "${text}"`)
  }
}

function oneOf<const T extends string>(...words: T[]): Read<T> {
  return (text) => {
    const word = words.find((known) => known === text.trim().toLowerCase())
    if (word !== undefined) return word
    throw new Unreadable(`one of ${words.join(', ')}, not "${text}"`)
  }
}

function readSwitch(text: string): boolean {
  if (/^(on|true|yes|1)$/i.test(text.trim())) return true
  if (/^(off|false|no|0)$/i.test(text.trim())) return false
  throw new Unreadable(`on or off, not "${text}"`)
}

/** @returns as `#5b46c9` */
function readColour(text: string): string {
  const digits = text.trim().toLowerCase().replace(/^#/, '')
  if (digits === '') return ''
  if (/^[0-9a-f]{6}$/.test(digits)) return `#${digits}`
  if (/^[0-9a-f]{3}$/.test(digits)) return `#${digits.replace(/./g, '$&$&')}`
  throw new Unreadable(`a colour like #5b46c9 or empty, not "${text}"`)
}

function readYears(text: string): number {
  const years = /^\d{1,3}$/.test(text.trim()) ? Number(text) : Number.NaN
  if (years <= 120) return years
  throw new Unreadable(`a number of years from 0 to 120, not "${text}"`)
}

function readCount(text: string): number {
  if (/^\d{1,6}$/.test(text.trim())) return Number(text)
  throw new Unreadable(`a number from 0 to 999999, not "${text}"`)
}

function readDays(text: string): number {
  const days = /^\d{1,5}$/.test(text.trim()) ? Number(text) : Number.NaN
  if (days <= 36_500) return days
  throw new Unreadable(`a number of days up to 36500, or 0 for ever, not "${text}"`)
}

const UNITS = ['', 'k', 'm', 'g', 't']

/** @returns bytes, of text such as `500 MB` or `5g` */
function readBytes(text: string): number {
  const [, digits, unit = ''] = /^(\d{1,12})\s*([kmgt]?)(?:i?b)?$/i.exec(text.trim()) ?? []
  if (digits !== undefined) return Number(digits) * 1024 ** UNITS.indexOf(unit.toLowerCase())
  throw new Unreadable(`a size like 500 MB or 5 GB, not "${text}"`)
}

function readDocument(text: string, now: number): Document {
  if (text.trim() === '') return { content: '', updated_at: null }
  return { content: text, updated_at: now }
}

function readStyles(text: string, now: number): Document {
  if (Buffer.byteLength(text) <= OWNER_STYLES_SIZE) return readDocument(text, now)
  throw new Unreadable(`a style sheet of at most ${OWNER_STYLES_SIZE} bytes`)
}

const MOST_HANDLES = 40

function readHandles(text: string): string[] {
  const handles = text.split(/[\s,]+/).filter((handle) => handle !== '')
  const wrong = handles.find((handle) => !/^@?[\w.-]+(@[^\s@/]+)?$/.test(handle))
  if (wrong !== undefined)
    throw new Unreadable(`handles like "ann bob@away.example", not "${wrong}"`)
  if (handles.length > MOST_HANDLES) throw new Unreadable(`${MOST_HANDLES} handles at most`)
  return [...new Set(handles)]
}

const MOST_COLLECTIONS = 10

/** @returns ids, of text with ids or addresses of collections */
function readCollections(text: string): string[] {
  const words = text.split(/[\s,]+/).filter((word) => word !== '')
  const ids = words.map((word) =>
    normalizeId(/(?:^|\/collections\/)(\d+)\/?$/.exec(word)?.[1] ?? ''),
  )
  const wrong = words[ids.indexOf(null)]
  if (wrong !== undefined) {
    throw new Unreadable(`addresses of collections like "/collections/123", not "${wrong}"`)
  }
  if (ids.length > MOST_COLLECTIONS) throw new Unreadable(`${MOST_COLLECTIONS} collections at most`)
  return [...new Set(ids.filter((id) => id !== null))]
}

function readLanguages(text: string): string[] {
  const codes = text.split(/[\s,]+/).filter((code) => code !== '')
  const wrong = codes.find((code) => !isLanguage(code))
  if (wrong !== undefined) throw new Unreadable(`language codes like "en de", not "${wrong}"`)
  if (codes.length === 0) throw new Unreadable('one language code or more')
  return [...new Set(codes)]
}
