import type { SettingName, Settings } from './settings.ts'

/** Where a setting stands among the others. */
export type SettingGroup =
  | 'general'
  | 'documents'
  | 'registrations'
  | 'access'
  | 'discovery'
  | 'federation'
  | 'storage'

/** How a setting is asked for, by the type of its value. */
type KindOf<Value> = Value extends boolean
  ? 'switch'
  : Value extends number
    ? 'number' | 'bytes'
    : Value extends string[]
      ? 'languages' | 'handles'
      : Value extends string
        ? string extends Value
          ? 'text' | 'multiline'
          : 'choice'
        : Value extends { content: string }
          ? 'document'
          : 'picture'

interface Described<Value> {
  group: SettingGroup
  kind: KindOf<Value>
  /** of a choice, in the order in which they are shown: every one, once */
  choices?: readonly Value[]
  /** one or two sentences for whoever runs the server */
  description: string
}

export type SettingKind = KindOf<Settings[SettingName]>

const TIMELINE = ['public', 'authenticated', 'disabled'] as const

/** @param what which posts, as in `local posts` */
function timeline(what: string): Described<(typeof TIMELINE)[number]> {
  return {
    group: 'access',
    kind: 'choice',
    choices: TIMELINE,
    description: `Who sees ${what}: everybody, people who are signed in, or nobody.`,
  }
}

const AUDIENCE = ['nobody', 'users', 'everybody'] as const

/** What each setting is, for forms: a setting that is not described here does not compile. */
export const SETTING_DESCRIPTIONS: { readonly [Name in SettingName]: Described<Settings[Name]> } = {
  title: {
    group: 'general',
    kind: 'text',
    description: 'What the server is called, in 1 to 100 characters.',
  },
  description: {
    group: 'general',
    kind: 'multiline',
    description: 'What it is about, in 500 characters at most. Lists of servers show it.',
  },
  banner: {
    group: 'general',
    kind: 'picture',
    description: 'Shown on the about page and wherever somebody links here: 1200 × 630 pixels.',
  },
  icon: {
    group: 'general',
    kind: 'picture',
    description: 'A square picture by which apps show this server.',
  },
  languages: {
    group: 'general',
    kind: 'languages',
    description: 'Languages that are spoken here; the first one is that of mails and pages.',
  },
  contact_email: {
    group: 'general',
    kind: 'text',
    description: 'E-mail address that everybody may write to.',
  },
  contact_username: {
    group: 'general',
    kind: 'text',
    description: 'Account here that everybody may turn to. Empty: that of the first owner.',
  },
  source_url: {
    group: 'general',
    kind: 'text',
    description:
      'Where the source code of this server is, for everybody who uses it. Empty: the server gives it out itself. Whoever changes the software has to offer the changed source.',
  },
  extended_description: {
    group: 'documents',
    kind: 'document',
    description: 'The about page, as HTML.',
  },
  privacy_policy: {
    group: 'documents',
    kind: 'document',
    description: 'As HTML. Empty: the one that comes with the software.',
  },
  terms_of_service: {
    group: 'documents',
    kind: 'document',
    description: 'As HTML, in force from the day on which they are changed. Empty: there are none.',
  },
  'registrations.mode': {
    group: 'registrations',
    kind: 'choice',
    choices: ['open', 'approval', 'closed'],
    description: 'Who may join: everybody, those whom the staff lets in, or nobody.',
  },
  'registrations.reason_required': {
    group: 'registrations',
    kind: 'switch',
    description: 'Whoever asks to be let in must say why.',
  },
  'registrations.min_age': {
    group: 'registrations',
    kind: 'number',
    description: 'Years that somebody must be old to join; 0 asks nobody.',
  },
  'registrations.confirm_email': {
    group: 'registrations',
    kind: 'switch',
    description: 'An account works once its e-mail address is confirmed. Needs a mail server.',
  },
  'registrations.wave_limit': {
    group: 'registrations',
    kind: 'number',
    description:
      'Sign-ups an hour from which on registrations wait for the staff; 0: however many come.',
  },
  'follows.hourly_per_domain': {
    group: 'federation',
    kind: 'number',
    description:
      'Follows an hour from one other server, of which more wait for an answer by hand; 0: any number.',
  },
  'follows.hourly_per_account': {
    group: 'federation',
    kind: 'number',
    description:
      'Follows an hour of one account here, of which more wait for an answer by hand; 0: any number.',
  },
  'registrations.message': {
    group: 'registrations',
    kind: 'multiline',
    description: 'Shown while nobody can join, as HTML.',
  },
  sign_in_required: {
    group: 'access',
    kind: 'switch',
    description: 'Nothing of the API can be read without signing in.',
  },
  single_user: {
    group: 'access',
    kind: 'switch',
    description: 'This server is of one person: its front page is their profile.',
  },
  'timelines.live.local': timeline('the live feed of posts from here'),
  'timelines.live.remote': timeline('the live feed of posts from elsewhere'),
  'timelines.hashtag.local': timeline('posts from here by hashtag'),
  'timelines.hashtag.remote': timeline('posts from elsewhere by hashtag'),
  'timelines.trending_link.local': timeline('posts from here by trending link'),
  'timelines.trending_link.remote': timeline('posts from elsewhere by trending link'),
  'trends.enabled': {
    group: 'discovery',
    kind: 'switch',
    description: 'Show which hashtags, posts and links are rising.',
  },
  'trends.review': {
    group: 'discovery',
    kind: 'switch',
    description: 'What rises is shown once the staff has approved it.',
  },
  profile_directory: {
    group: 'discovery',
    kind: 'switch',
    description: 'List the people who let themselves be found.',
  },
  featured_accounts: {
    group: 'discovery',
    kind: 'handles',
    description: 'Accounts that are suggested to everybody first; 40 at most.',
  },
  annual_reports: {
    group: 'discovery',
    kind: 'choice',
    choices: ['never', 'december', 'always'],
    description: 'When people may have a report of their year made.',
  },
  activity_shown: {
    group: 'federation',
    kind: 'switch',
    description: 'Publish how many posts, sign-ins and new accounts there are each week.',
  },
  peers_shown: {
    group: 'federation',
    kind: 'switch',
    description: 'Publish which servers this one knows.',
  },
  domain_blocks_shown: {
    group: 'federation',
    kind: 'choice',
    choices: AUDIENCE,
    description: 'Who sees which servers are limited or blocked.',
  },
  domain_block_comments_shown: {
    group: 'federation',
    kind: 'choice',
    choices: AUDIENCE,
    description: 'Who of these sees the public reasons as well.',
  },
  media_cache_size: {
    group: 'storage',
    kind: 'bytes',
    description: 'Bytes of files of other servers that are kept here, those used last.',
  },
  'retention.remote_statuses': {
    group: 'storage',
    kind: 'number',
    description:
      'Days that posts of other servers are kept which nobody here did anything with; 0: for ever.',
  },
  'retention.ips': {
    group: 'storage',
    kind: 'number',
    description: 'Days that addresses are kept from which people signed up and in; 0: for ever.',
  },
  'retention.resolved_reports': {
    group: 'storage',
    kind: 'number',
    description: 'Days that reports are kept after they are resolved; 0: for ever.',
  },
  'retention.audit_log': {
    group: 'storage',
    kind: 'number',
    description: 'Days that entries of the audit log are kept; 0: for ever.',
  },
}
