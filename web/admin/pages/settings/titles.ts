import { t } from '../../../shared/i18n.ts'

/** Of groups and settings. */
const TITLES: Readonly<Record<string, string>> = {
  general: t('General'),
  appearance: t('Appearance'),
  documents: t('Documents'),
  registrations: t('Joining'),
  access: t('Who sees what'),
  discovery: t('Discovery'),
  federation: t('Federation'),
  storage: t('Storage'),
  title: t('Name of the server'),
  description: t('Description'),
  languages: t('Languages'),
  // i18n: a wide picture of the server
  banner: t('Banner'),
  // i18n: a small square picture of the server
  icon: t('Icon'),
  accent_colour: t('Accent colour'),
  custom_css: t('Style sheet'),
  contact_email: t('E-mail address for everybody'),
  source_url: t('Source code'),
  contact_username: t('Account for everybody to turn to'),
  extended_description: t('About page'),
  privacy_policy: t('Privacy policy'),
  terms_of_service: t('Terms of service'),
  'registrations.mode': t('Who may join'),
  'registrations.reason_required': t('Ask why'),
  'registrations.min_age': t('Minimum age'),
  'registrations.confirm_email': t('Confirm e-mail addresses'),
  'registrations.wave_limit': t('Sign-ups an hour before approval is needed'),
  'registrations.message': t('Message while it is closed'),
  sign_in_required: t('Only for people who are signed in'),
  single_user: t('Server of one person'),
  'timelines.live.local': t('Live feed, posts from here'),
  'timelines.live.remote': t('Live feed, posts from elsewhere'),
  'timelines.hashtag.local': t('Hashtags, posts from here'),
  'timelines.hashtag.remote': t('Hashtags, posts from elsewhere'),
  'timelines.trending_link.local': t('Trending links, posts from here'),
  'timelines.trending_link.remote': t('Trending links, posts from elsewhere'),
  profile_directory: t('Profile directory'),
  featured_accounts: t('Suggested people'),
  featured_collections: t('Collections to start with'),
  'trends.enabled': t('Show trends'),
  'trends.review': t('Review trends first'),
  annual_reports: t('Reports of the year'),
  activity_shown: t('Publish activity'),
  peers_shown: t('Publish known servers'),
  domain_blocks_shown: t('Who sees blocked servers'),
  domain_block_comments_shown: t('Who sees why they are blocked'),
  'follows.hourly_per_domain': t('Follows an hour from one server'),
  'follows.hourly_per_account': t('Follows an hour to one account'),
  'retention.remote_statuses': t('Days that posts of other servers are kept'),
  'retention.ips': t('Days that IP addresses are kept'),
  'retention.resolved_reports': t('Days that resolved reports are kept'),
  'retention.audit_log': t('Days that the audit log is kept'),
  'timelines.fan_out_limit': t('Followers up to which posts are written into timelines'),
  'digest.after_days': t('Days away after which people get a mail'),
  media_cache_size: t('Kept files of other servers'),
}

/** Choices as people read them. */
const CHOICES: Readonly<Record<string, string>> = {
  open: t('Everybody'),
  approval: t('Those whom the staff lets in'),
  closed: t('Nobody'),
  public: t('Everybody'),
  authenticated: t('People who are signed in'),
  disabled: t('Nobody'),
  nobody: t('Nobody'),
  users: t('People who are signed in'),
  everybody: t('Everybody'),
  never: t('Never'),
  december: t('In December'),
  always: t('Always'),
}

/** The title of a group or setting; one that these pages do not know yet appears under its own name. */
export const titleOf = (name: string): string => TITLES[name] ?? name

export const choiceTitle = (choice: string): string => CHOICES[choice] ?? choice
