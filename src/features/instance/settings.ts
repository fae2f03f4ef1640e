import { Unprocessable } from '../../kernel/base/errors.ts'
import type { CachedValue } from '../../kernel/core/app.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { dayOf, storeVersion } from './terms-versions.ts'

export type TimelineAccess = 'public' | 'authenticated' | 'disabled'
/**
 * HTML as the operator wrote it (sanitised when rendered); ms since 1970, or null for the default
 */
export interface Document {
  content: string
  updated_at: number | null
}
export interface Banner {
  /** storage keys and blurhash of the uploaded picture */
  key_1x: string
  key_2x: string
  blurhash: string
  description: string
}
/** The server's icon: storage keys of square pictures, by their side in pixels. */
export interface Icon {
  keys: Record<string, string>
}

/** Settings of the running server, changed by `rookery settings` and the admin API. */
export interface Settings {
  title: string
  description: string
  extended_description: Document
  privacy_policy: Document
  terms_of_service: Document
  contact_email: string
  /** URL of the source code; empty: this server provides it itself */
  source_url: string
  /** username of the local contact account; empty: the first owner */
  contact_username: string
  banner: Banner | null
  icon: Icon | null
  /** colour as `#5b46c9` of which the shades of all pages are made; empty: that of the software */
  accent_colour: string
  /** style sheet as the owner wrote it; reduceStyles (kernel/text) says what of it is given out */
  custom_css: Document
  /** ISO 639 codes; the first is the server's locale */
  languages: string[]
  'registrations.mode': 'open' | 'approval' | 'closed'
  'registrations.reason_required': boolean
  /** minimum age in years; 0: none */
  'registrations.min_age': number
  /** an e-mail address must be confirmed before the account works */
  'registrations.confirm_email': boolean
  /** sign-ups an hour from which on each needs approval; 0: no limit */
  'registrations.wave_limit': number
  /** shown while registrations are closed; HTML */
  'registrations.message': string
  /** the API needs a signed-in user (S-428) */
  sign_in_required: boolean
  single_user: boolean
  'timelines.live.local': TimelineAccess
  'timelines.live.remote': TimelineAccess
  'timelines.hashtag.local': TimelineAccess
  'timelines.hashtag.remote': TimelineAccess
  'timelines.trending_link.local': TimelineAccess
  'timelines.trending_link.remote': TimelineAccess
  /** followers on this server above which home timelines pull an account's posts; 0: never */
  'timelines.fan_out_limit': number
  'trends.enabled': boolean
  /** trends are shown only after approval by the staff */
  'trends.review': boolean
  /** remote follows within an hour, beyond which further ones need manual approval; 0: no limit */
  'follows.hourly_per_domain': number
  'follows.hourly_per_account': number
  /** days away after which people are told by mail what they missed; 0: nobody is */
  'digest.after_days': number
  /** maximum of bytes of cached remote files */
  media_cache_size: number
  /** days after which remote statuses without local interactions are removed; 0: never */
  'retention.remote_statuses': number
  /** days after which IP addresses of sign-ups and sign-ins are removed; 0: never */
  'retention.ips': number
  /**
   * days after their resolution after which reports are removed, with the staff's notes; 0: never
   */
  'retention.resolved_reports': number
  /** days after which entries of the audit log are removed; 0: never */
  'retention.audit_log': number
  peers_shown: boolean
  /** a public directory lists discoverable accounts */
  profile_directory: boolean
  /** handles of accounts that are suggested to everybody first */
  featured_accounts: string[]
  /** ids of collections that newcomers are shown, in this order */
  featured_collections: string[]
  activity_shown: boolean
  /** when users may have an annual report made */
  annual_reports: 'never' | 'december' | 'always'
  domain_blocks_shown: 'nobody' | 'users' | 'everybody'
  /** audience of the blocks' public comments, among the audience of the blocks */
  domain_block_comments_shown: 'nobody' | 'users' | 'everybody'
}

export const DEFAULT_SETTINGS: Settings = {
  title: 'Rookery',
  description: '',
  extended_description: { content: '', updated_at: null },
  privacy_policy: { content: '', updated_at: null },
  terms_of_service: { content: '', updated_at: null },
  contact_email: '',
  source_url: '',
  contact_username: '',
  banner: null,
  icon: null,
  accent_colour: '',
  custom_css: { content: '', updated_at: null },
  languages: ['en'],
  'registrations.mode': 'closed',
  'registrations.reason_required': true,
  'registrations.min_age': 0,
  'registrations.confirm_email': false,
  'registrations.wave_limit': 50,
  'registrations.message': '',
  sign_in_required: false,
  single_user: false,
  'timelines.live.local': 'public',
  'timelines.live.remote': 'public',
  'timelines.hashtag.local': 'public',
  'timelines.hashtag.remote': 'public',
  'timelines.trending_link.local': 'public',
  'timelines.trending_link.remote': 'public',
  'timelines.fan_out_limit': 100_000,
  'trends.enabled': true,
  'trends.review': true,
  'follows.hourly_per_domain': 300,
  'follows.hourly_per_account': 600,
  'digest.after_days': 0,
  media_cache_size: 5 * 1024 ** 3,
  'retention.remote_statuses': 0,
  'retention.ips': 365,
  'retention.resolved_reports': 0,
  'retention.audit_log': 0,
  peers_shown: true,
  profile_directory: true,
  featured_accounts: [],
  featured_collections: [],
  activity_shown: true,
  annual_reports: 'december',
  domain_blocks_shown: 'nobody',
  domain_block_comments_shown: 'nobody',
}

export type SettingName = keyof Settings

/** All settings, defaults filled in: `await app.cached.get(settings)`. */
export const settings: CachedValue<Settings> = { name: 'settings', load: loadSettings }

export async function loadSettings(db: Db): Promise<Settings> {
  const rows = await db.selectFrom('setting').selectAll().execute()
  const known = rows.filter((row) => row.name in DEFAULT_SETTINGS)
  const given = Object.fromEntries(known.map((row) => [row.name, row.value]))
  return { ...DEFAULT_SETTINGS, ...given }
}

/** @throws Unprocessable if there is no such setting; the caller checks the value */
export async function changeSetting<Name extends SettingName>(
  tx: Tx,
  name: Name,
  value: Settings[Name],
): Promise<void> {
  if (!(name in DEFAULT_SETTINGS)) throw new Unprocessable(`There is no setting named ${name}`)
  const text = JSON.stringify(value)
  await tx.db
    .insertInto('setting')
    .values({ name, value: text })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: text }))
    .execute()
  if (name === 'terms_of_service') await storeTerms(tx, value as Document)
  tx.emit({ type: 'settings.changed' })
}

/** Stores the former terms under their effective day. */
async function storeTerms(tx: Tx, { content, updated_at }: Document): Promise<void> {
  if (content.trim() !== '') await storeVersion(tx, dayOf(updated_at ?? tx.now), content)
}
