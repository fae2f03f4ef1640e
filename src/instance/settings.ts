import type { CachedValue } from '../cached.ts'
import type { Db } from '../db/database.ts'
import { Unprocessable } from '../errors.ts'
import type { Tx } from '../transact.ts'
import { dayOf, keepVersion } from './terms-versions.ts'

export type TimelineAccess = 'public' | 'authenticated' | 'disabled'
/** HTML as the operator wrote it (sanitised where shown); ms since 1970, or null while it is the default */
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
  /** where the source code is; empty: this server gives it out itself */
  source_url: string
  /** user name of the local account to turn to; empty: the first owner */
  contact_username: string
  banner: Banner | null
  icon: Icon | null
  /** ISO 639 codes; the first is the server's locale */
  languages: string[]
  'registrations.mode': 'open' | 'approval' | 'closed'
  'registrations.reason_required': boolean
  /** years that somebody must be old to join; 0: any */
  'registrations.min_age': number
  /** an e-mail address must be confirmed before the account works */
  'registrations.confirm_email': boolean
  /** sign-ups an hour from which on each needs approval; 0: any number */
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
  'trends.enabled': boolean
  /** what rises is shown once the staff has approved it */
  'trends.review': boolean
  /** follows from elsewhere within an hour, of which more wait for an answer by hand; 0: any number */
  'follows.hourly_per_domain': number
  'follows.hourly_per_account': number
  /** bytes of remote files that are kept here */
  media_cache_size: number
  /** days that statuses of other servers are kept which nobody here did anything with; 0: for ever */
  'retention.remote_statuses': number
  /** days that addresses are kept from which people signed up and in; 0: for ever */
  'retention.ips': number
  /** days that reports are kept after they are resolved, with what the staff wrote down; 0: for ever */
  'retention.resolved_reports': number
  /** days that entries of the audit log are kept; 0: for ever */
  'retention.audit_log': number
  peers_shown: boolean
  /** people who let themselves be found are listed for everybody */
  profile_directory: boolean
  /** handles of accounts that are suggested to everybody first */
  featured_accounts: string[]
  activity_shown: boolean
  /** when people may have a report of their year made */
  annual_reports: 'never' | 'december' | 'always'
  domain_blocks_shown: 'nobody' | 'users' | 'everybody'
  /** the public comments on them, to whom the blocks are shown */
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
  'trends.enabled': true,
  'trends.review': true,
  'follows.hourly_per_domain': 300,
  'follows.hourly_per_account': 600,
  media_cache_size: 5 * 1024 ** 3,
  'retention.remote_statuses': 0,
  'retention.ips': 365,
  'retention.resolved_reports': 0,
  'retention.audit_log': 0,
  peers_shown: true,
  profile_directory: true,
  featured_accounts: [],
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

/** @throws Unprocessable if there is no such setting; the value is checked by who calls */
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
  if (name === 'terms_of_service') await keepTerms(tx, value as Document)
  tx.emit({ type: 'settings.changed' })
}

/** What the terms were stays known by its day. */
async function keepTerms(tx: Tx, { content, updated_at }: Document): Promise<void> {
  if (content.trim() !== '') await keepVersion(tx, dayOf(updated_at ?? tx.now), content)
}
