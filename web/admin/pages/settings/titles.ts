/** Where a name is no title by itself. */
const TITLES: Readonly<Record<string, string>> = {
  general: 'General',
  documents: 'Documents',
  registrations: 'Joining',
  access: 'Who sees what',
  discovery: 'Discovery',
  federation: 'Federation',
  storage: 'Storage',
  title: 'Name of the server',
  contact_email: 'E-mail address for everybody',
  source_url: 'Source code',
  contact_username: 'Account for everybody to turn to',
  extended_description: 'About page',
  'registrations.mode': 'Who may join',
  'registrations.reason_required': 'Ask why',
  'registrations.min_age': 'Minimum age',
  'registrations.confirm_email': 'Confirm e-mail addresses',
  'registrations.wave_limit': 'Sign-ups an hour before approval is needed',
  'registrations.message': 'Message while it is closed',
  sign_in_required: 'Only for people who are signed in',
  single_user: 'Server of one person',
  'timelines.live.local': 'Live feed, posts from here',
  'timelines.live.remote': 'Live feed, posts from elsewhere',
  'timelines.hashtag.local': 'Hashtags, posts from here',
  'timelines.hashtag.remote': 'Hashtags, posts from elsewhere',
  'timelines.trending_link.local': 'Trending links, posts from here',
  'timelines.trending_link.remote': 'Trending links, posts from elsewhere',
  'trends.enabled': 'Show trends',
  'trends.review': 'Review trends first',
  annual_reports: 'Reports of the year',
  activity_shown: 'Publish activity',
  peers_shown: 'Publish known servers',
  domain_blocks_shown: 'Who sees blocked servers',
  domain_block_comments_shown: 'Who sees why they are blocked',
  'follows.hourly_per_domain': 'Follows an hour from one server',
  'follows.hourly_per_account': 'Follows an hour by one account',
  'retention.remote_statuses': 'Days that posts of other servers are kept',
  'retention.ips': 'Days that IP addresses are kept',
  'retention.resolved_reports': 'Days that resolved reports are kept',
  'retention.audit_log': 'Days that the audit log is kept',
  media_cache_size: 'Kept files of other servers',
}

/** Choices as people read them. */
const CHOICES: Readonly<Record<string, string>> = {
  open: 'Everybody',
  approval: 'Those whom the staff lets in',
  closed: 'Nobody',
  public: 'Everybody',
  authenticated: 'People who are signed in',
  disabled: 'Nobody',
  nobody: 'Nobody',
  users: 'People who are signed in',
  everybody: 'Everybody',
  never: 'Never',
  december: 'In December',
  always: 'Always',
}

export function titleOf(name: string): string {
  return TITLES[name] ?? asTitle(name)
}

export function choiceTitle(choice: string): string {
  return CHOICES[choice] ?? asTitle(choice)
}

/** `profile_directory` as "Profile directory" */
function asTitle(name: string): string {
  const text = name.replace(/^.*\./, '').replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
