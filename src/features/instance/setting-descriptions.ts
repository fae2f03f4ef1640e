import { type Text, t } from '../../kernel/text/messages.ts'
import type { SettingName, Settings } from './settings.ts'

/** The group of a setting in forms. */
export type SettingGroup =
  | 'general'
  | 'appearance'
  | 'documents'
  | 'registrations'
  | 'access'
  | 'discovery'
  | 'federation'
  | 'storage'

/** The form control of a setting, by the type of its value. */
type KindOf<Value> = Value extends boolean
  ? 'switch'
  : Value extends number
    ? 'number' | 'bytes'
    : Value extends string[]
      ? 'languages' | 'handles' | 'collections'
      : Value extends string
        ? string extends Value
          ? 'text' | 'multiline' | 'colour'
          : 'choice'
        : Value extends { content: string }
          ? 'document' | 'styles'
          : 'picture'

interface Described<Value> {
  group: SettingGroup
  kind: KindOf<Value>
  /** all choices, in the order of display */
  choices?: readonly Value[]
  /** one or two sentences for the operator */
  description: Text
}

export type SettingKind = KindOf<Settings[SettingName]>

const TIMELINE = ['public', 'authenticated', 'disabled'] as const

function timeline(description: Text): Described<(typeof TIMELINE)[number]> {
  return { group: 'access', kind: 'choice', choices: TIMELINE, description }
}

const AUDIENCE = ['nobody', 'users', 'everybody'] as const

/** Descriptions of all settings, for forms: a setting without one does not compile. */
export const SETTING_DESCRIPTIONS: { readonly [Name in SettingName]: Described<Settings[Name]> } = {
  title: {
    group: 'general',
    kind: 'text',
    description: t('What the server is called, in 1 to 100 characters.'),
  },
  description: {
    group: 'general',
    kind: 'multiline',
    description: t('What it is about, in 500 characters at most. Lists of servers show it.'),
  },
  accent_colour: {
    group: 'appearance',
    kind: 'colour',
    description: t(
      'Of which buttons, links and grounds are made, in shades that can be read. Empty: the violet of the software. People may choose another one for themselves.',
    ),
  },
  banner: {
    group: 'appearance',
    kind: 'picture',
    description: t(
      'Shown on the start page, the about page and wherever somebody links here: 1200 × 630 pixels.',
    ),
  },
  icon: {
    group: 'appearance',
    kind: 'picture',
    description: t(
      'A square picture by which apps show this server. It stands in place of the bird at the head of all pages.',
    ),
  },
  custom_css: {
    group: 'appearance',
    kind: 'styles',
    description: t(
      'Style sheet for the pages that everybody reads and for the client: colours, fonts, spacing, borders and backgrounds. Pages where people sign in, agree or change settings leave it out. 64 kB at most.',
    ),
  },
  languages: {
    group: 'general',
    kind: 'languages',
    description: t('Languages that are spoken here; the first one is that of mails and pages.'),
  },
  contact_email: {
    group: 'general',
    kind: 'text',
    description: t('E-mail address that everybody may write to.'),
  },
  contact_username: {
    group: 'general',
    kind: 'text',
    description: t('Account here that everybody may turn to. Empty: that of the first owner.'),
  },
  'digest.after_days': {
    group: 'general',
    kind: 'number',
    description: t(
      'Days away after which people are told by mail what they missed, once a week unless they choose otherwise; 0: nobody is.',
    ),
  },
  source_url: {
    group: 'general',
    kind: 'text',
    description: t(
      'Where the source code of this server is, for everybody who uses it. Empty: the server gives it out itself. Whoever changes the software has to offer the changed source.',
    ),
  },
  extended_description: {
    group: 'documents',
    kind: 'document',
    description: t('The about page, as HTML.'),
  },
  privacy_policy: {
    group: 'documents',
    kind: 'document',
    description: t('As HTML. Empty: the one that comes with the software.'),
  },
  terms_of_service: {
    group: 'documents',
    kind: 'document',
    description: t(
      'As HTML, in force from the day on which they are changed. Empty: there are none.',
    ),
  },
  'registrations.mode': {
    group: 'registrations',
    kind: 'choice',
    choices: ['open', 'approval', 'closed'],
    description: t('Who may join: everybody, those whom the staff lets in, or nobody.'),
  },
  'registrations.reason_required': {
    group: 'registrations',
    kind: 'switch',
    description: t('Whoever asks to be let in must say why.'),
  },
  'registrations.min_age': {
    group: 'registrations',
    kind: 'number',
    description: t('Years that somebody must be old to join; 0 asks nobody.'),
  },
  'registrations.confirm_email': {
    group: 'registrations',
    kind: 'switch',
    description: t('An account works once its e-mail address is confirmed. Needs a mail server.'),
  },
  'registrations.wave_limit': {
    group: 'registrations',
    kind: 'number',
    description: t(
      'Sign-ups an hour from which on registrations wait for the staff; 0: however many come.',
    ),
  },
  'follows.hourly_per_domain': {
    group: 'federation',
    kind: 'number',
    description: t(
      'Follows an hour from one other server, of which more wait for an answer by hand; 0: any number.',
    ),
  },
  'follows.hourly_per_account': {
    group: 'federation',
    kind: 'number',
    description: t(
      'Follows an hour to one account here, of which more wait for an answer by hand; 0: any number.',
    ),
  },
  'registrations.message': {
    group: 'registrations',
    kind: 'multiline',
    description: t('Shown while nobody can join, as HTML.'),
  },
  sign_in_required: {
    group: 'access',
    kind: 'switch',
    description: t('Nothing of the API can be read without signing in.'),
  },
  single_user: {
    group: 'access',
    kind: 'switch',
    description: t('This server is of one person: its front page is their profile.'),
  },
  'timelines.live.local': timeline(
    t('Who sees the live feed of posts from here: everybody, people who are signed in, or nobody.'),
  ),
  'timelines.live.remote': timeline(
    t(
      'Who sees the live feed of posts from elsewhere: everybody, people who are signed in, or nobody.',
    ),
  ),
  'timelines.hashtag.local': timeline(
    t('Who sees posts from here by hashtag: everybody, people who are signed in, or nobody.'),
  ),
  'timelines.hashtag.remote': timeline(
    t('Who sees posts from elsewhere by hashtag: everybody, people who are signed in, or nobody.'),
  ),
  'timelines.trending_link.local': timeline(
    t('Who sees posts from here by trending link: everybody, people who are signed in, or nobody.'),
  ),
  'timelines.trending_link.remote': timeline(
    t(
      'Who sees posts from elsewhere by trending link: everybody, people who are signed in, or nobody.',
    ),
  ),
  'timelines.fan_out_limit': {
    group: 'storage',
    kind: 'number',
    description: t(
      'Followers on this server above which an account’s posts are not written into every home timeline, but fetched by each one when it is read; 0: always written.',
    ),
  },
  'trends.enabled': {
    group: 'discovery',
    kind: 'switch',
    description: t('Show which hashtags, posts and links are rising.'),
  },
  'trends.review': {
    group: 'discovery',
    kind: 'switch',
    description: t('What rises is shown once the staff has approved it.'),
  },
  profile_directory: {
    group: 'discovery',
    kind: 'switch',
    description: t('List the people who let themselves be found.'),
  },
  featured_accounts: {
    group: 'discovery',
    kind: 'handles',
    description: t('Accounts that are suggested to everybody first; 40 at most.'),
  },
  featured_collections: {
    group: 'discovery',
    kind: 'collections',
    description: t(
      'Collections that newcomers are offered to follow, by their addresses; 10 at most.',
    ),
  },
  annual_reports: {
    group: 'discovery',
    kind: 'choice',
    choices: ['never', 'december', 'always'],
    description: t('When people may have a report of their year made.'),
  },
  activity_shown: {
    group: 'federation',
    kind: 'switch',
    description: t('Publish how many posts, sign-ins and new accounts there are each week.'),
  },
  peers_shown: {
    group: 'federation',
    kind: 'switch',
    description: t('Publish which servers this one knows.'),
  },
  domain_blocks_shown: {
    group: 'federation',
    kind: 'choice',
    choices: AUDIENCE,
    description: t('Who sees which servers are limited or blocked.'),
  },
  domain_block_comments_shown: {
    group: 'federation',
    kind: 'choice',
    choices: AUDIENCE,
    description: t('Who of these sees the public reasons as well.'),
  },
  media_cache_size: {
    group: 'storage',
    kind: 'bytes',
    description: t('Bytes of files of other servers that are kept here, those used last.'),
  },
  'retention.remote_statuses': {
    group: 'storage',
    kind: 'number',
    description: t(
      'Days that posts of other servers are kept which nobody here did anything with; 0: for ever.',
    ),
  },
  'retention.ips': {
    group: 'storage',
    kind: 'number',
    description: t('Days that addresses are kept from which people signed up and in; 0: for ever.'),
  },
  'retention.resolved_reports': {
    group: 'storage',
    kind: 'number',
    description: t('Days that reports are kept after they are resolved; 0: for ever.'),
  },
  'retention.audit_log': {
    group: 'storage',
    kind: 'number',
    description: t('Days that entries of the audit log are kept; 0: for ever.'),
  },
}
