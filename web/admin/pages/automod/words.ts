import type { AutomodRule, RuleAction, RuleSubject } from '../../../shared/entities/automod.ts'

type Kind = 'number' | 'flag' | 'word' | 'domain' | 'domains' | 'set' | 'text' | 'address'

interface Field {
  title: string
  kind: Kind
  /** undefined: known of both */
  of?: RuleSubject
  hint?: string
}

/** What rules may ask, as src/automod/fields.ts has it. */
export const FIELDS: Readonly<Record<string, Field>> = {
  text: { title: 'Text of the post', kind: 'text', of: 'statuses' },
  hashtags: { title: 'Hashtags', kind: 'set', of: 'statuses' },
  hashtags_count: { title: 'How many hashtags', kind: 'number', of: 'statuses' },
  link_domains: { title: 'Where links lead', kind: 'domains', of: 'statuses' },
  links_count: { title: 'How many links', kind: 'number', of: 'statuses' },
  mentions_count: { title: 'How many are mentioned', kind: 'number', of: 'statuses' },
  strangers_mentioned: {
    title: 'How many strangers are mentioned',
    kind: 'number',
    of: 'statuses',
    hint: 'People who do not follow the author.',
  },
  has_media: { title: 'Has media', kind: 'flag', of: 'statuses' },
  media_hashes: {
    title: 'Media',
    kind: 'set',
    of: 'statuses',
    hint: 'SHA-256 of the files, in hexadecimal digits.',
  },
  language: { title: 'Language', kind: 'word', of: 'statuses', hint: 'As a code: en, de, pt-BR.' },
  visibility: {
    title: 'Who may see it',
    kind: 'word',
    of: 'statuses',
    hint: 'public, unlisted, private or direct.',
  },
  is_reply: { title: 'Is a reply', kind: 'flag', of: 'statuses' },
  sensitive: { title: 'Is marked as sensitive', kind: 'flag', of: 'statuses' },
  username: { title: 'User name', kind: 'text' },
  display_name: { title: 'Display name', kind: 'text' },
  bio: { title: 'Text of the profile', kind: 'text' },
  domain: { title: 'Server of the account', kind: 'domain', hint: 'Those below it are meant too.' },
  account_age_hours: { title: 'Age of the account in hours', kind: 'number' },
  followers_count: { title: 'How many followers', kind: 'number' },
  statuses_count: { title: 'How many posts so far', kind: 'number' },
  email_domain: { title: 'Domain of the e-mail address', kind: 'domain', of: 'accounts' },
  sign_up_ip: {
    title: 'IP address at sign-up',
    kind: 'address',
    of: 'accounts',
    hint: 'Addresses or ranges: 192.0.2.0/24.',
  },
  sign_up_reason: { title: 'Why they want to join', kind: 'text', of: 'accounts' },
}

export const OPERATORS: Readonly<Record<Kind, readonly string[]>> = {
  number: ['at_least', 'at_most', 'is', 'is_not'],
  flag: ['is', 'is_not'],
  word: ['is', 'is_not', 'in_list'],
  domain: ['is', 'is_not', 'in_list'],
  domains: ['is', 'is_not', 'in_list', 'contains_any'],
  set: ['is', 'is_not', 'in_list', 'contains_any'],
  text: ['contains_any', 'matches'],
  address: ['is', 'is_not', 'in_list'],
}

export const OPERATOR_TITLES: Readonly<Record<string, string>> = {
  at_least: 'at least',
  at_most: 'at most',
  is: 'is',
  is_not: 'is not',
  in_list: 'is one of',
  contains_any: 'contains one of',
  matches: 'matches a pattern',
}

export function fieldsOf(subject: RuleSubject): (readonly [name: string, field: Field])[] {
  return Object.entries(FIELDS).filter(([, field]) => (field.of ?? subject) === subject)
}

export function operatorsOf(field: string): readonly string[] {
  return OPERATORS[FIELDS[field]?.kind ?? 'word']
}

interface Described {
  value: RuleAction
  /** as a button or in a list: "Hold" */
  title: string
  hint: Readonly<Record<RuleSubject, string>>
}

export const ACTIONS: readonly Described[] = [
  {
    value: 'report',
    title: 'Report',
    hint: {
      statuses: 'Everything goes on; the staff finds a report.',
      accounts: 'Everything goes on; the staff finds a report.',
    },
  },
  {
    value: 'hold',
    title: 'Hold',
    hint: {
      statuses: 'Nobody but the author sees it until the staff lets it through.',
      accounts: 'The sign-up waits until the staff lets it through.',
    },
  },
  {
    value: 'mark_sensitive',
    title: 'Mark as sensitive',
    hint: {
      statuses: 'Its media are hidden until somebody wants to see them.',
      accounts: 'All their media are hidden until somebody wants to see them.',
    },
  },
  {
    value: 'limit',
    title: 'Limit',
    hint: {
      statuses: 'It is in no public timeline; followers see it as ever.',
      accounts: 'The account is limited: only followers see what they post.',
    },
  },
  {
    value: 'reject',
    title: 'Refuse',
    hint: {
      statuses: 'The post is not taken; people here are told so.',
      accounts: 'The account is not taken; one that is here already is limited.',
    },
  },
]

export const actionTitle = (action: RuleAction): string =>
  ACTIONS.find(({ value }) => value === action)?.title ?? action

const ORIGINS = { any: '', local: ' of people here', remote: ' of other servers' }

/** "Posts of other servers" */
export function subjectOf({ applies_to, origin }: Pick<AutomodRule, 'applies_to' | 'origin'>) {
  if (applies_to === 'statuses') return `Posts${ORIGINS[origin]}`
  return { any: 'Accounts', local: 'Accounts here', remote: 'Accounts of other servers' }[origin]
}
