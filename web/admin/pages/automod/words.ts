import type { AutomodRule, RuleAction, RuleSubject } from '../../../shared/entities/automod.ts'
import { t } from '../../../shared/i18n.ts'

type Kind = 'number' | 'flag' | 'word' | 'domain' | 'domains' | 'set' | 'text' | 'address'

interface Field {
  title: string
  kind: Kind
  /** undefined: known of both */
  of?: RuleSubject
  hint?: string
}

/** Fields of conditions, with the names and types of src/features/automod/fields.ts. */
export const FIELDS: Readonly<Record<string, Field>> = {
  text: { title: t('Text of the post'), kind: 'text', of: 'statuses' },
  hashtags: { title: t('Hashtags'), kind: 'set', of: 'statuses' },
  hashtags_count: { title: t('How many hashtags'), kind: 'number', of: 'statuses' },
  link_domains: { title: t('Where links lead'), kind: 'domains', of: 'statuses' },
  links_count: { title: t('How many links'), kind: 'number', of: 'statuses' },
  mentions_count: { title: t('How many are mentioned'), kind: 'number', of: 'statuses' },
  strangers_mentioned: {
    title: t('How many strangers are mentioned'),
    kind: 'number',
    of: 'statuses',
    hint: t('People who do not follow the author.'),
  },
  has_media: { title: t('Has media'), kind: 'flag', of: 'statuses' },
  media_hashes: {
    title: t('Media'),
    kind: 'set',
    of: 'statuses',
    hint: t('SHA-256 of the files, in hexadecimal digits.'),
  },
  language: {
    title: t('Language'),
    kind: 'word',
    of: 'statuses',
    hint: t('As a code: en, de, pt-BR.'),
  },
  visibility: {
    title: t('Who may see it'),
    kind: 'word',
    of: 'statuses',
    hint: t('public, unlisted, private or direct.'),
  },
  is_reply: { title: t('Is a reply'), kind: 'flag', of: 'statuses' },
  sensitive: { title: t('Is marked as sensitive'), kind: 'flag', of: 'statuses' },
  username: { title: t('User name'), kind: 'text' },
  display_name: { title: t('Display name'), kind: 'text' },
  bio: { title: t('Text of the profile'), kind: 'text' },
  domain: {
    title: t('Server of the account'),
    kind: 'domain',
    hint: t('Those below it are meant too.'),
  },
  account_age_hours: { title: t('Age of the account in hours'), kind: 'number' },
  followers_count: { title: t('How many followers'), kind: 'number' },
  statuses_count: { title: t('How many posts so far'), kind: 'number' },
  email_domain: { title: t('Domain of the e-mail address'), kind: 'domain', of: 'accounts' },
  sign_up_ip: {
    title: t('IP address at sign-up'),
    kind: 'address',
    of: 'accounts',
    hint: t('Addresses or ranges: 192.0.2.0/24.'),
  },
  sign_up_reason: { title: t('Why they want to join'), kind: 'text', of: 'accounts' },
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
  at_least: t('at least'),
  at_most: t('at most'),
  is: t('is|as in: the language is'),
  is_not: t('is not'),
  in_list: t('is one of'),
  contains_any: t('contains one of'),
  matches: t('matches a pattern'),
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
    title: t('Report|verb'),
    hint: {
      statuses: t('Everything goes on; the staff finds a report.'),
      accounts: t('Everything goes on; the staff finds a report.'),
    },
  },
  {
    value: 'hold',
    title: t('Hold'),
    hint: {
      statuses: t('Nobody but the author sees it until the staff lets it through.'),
      accounts: t('The sign-up waits until the staff lets it through.'),
    },
  },
  {
    value: 'mark_sensitive',
    title: t('Mark as sensitive'),
    hint: {
      statuses: t('Its media are hidden until somebody wants to see them.'),
      accounts: t('All their media are hidden until somebody wants to see them.'),
    },
  },
  {
    value: 'limit',
    title: t('Limit'),
    hint: {
      statuses: t('It is in no public timeline; followers see it as ever.'),
      accounts: t('The account is limited: only followers see what they post.'),
    },
  },
  {
    value: 'reject',
    title: t('Refuse'),
    hint: {
      statuses: t('The post is not taken; people here are told so.'),
      accounts: t('The account is not taken; one that is here already is limited.'),
    },
  },
]

export const actionTitle = (action: RuleAction): string =>
  ACTIONS.find(({ value }) => value === action)?.title ?? action

/** "Posts of other servers" */
export function subjectOf({ applies_to, origin }: Pick<AutomodRule, 'applies_to' | 'origin'>) {
  if (applies_to === 'statuses') {
    return {
      any: t('Posts'),
      local: t('Posts of people here'),
      remote: t('Posts of other servers'),
    }[origin]
  }
  return { any: t('Accounts'), local: t('Accounts here'), remote: t('Accounts of other servers') }[
    origin
  ]
}
