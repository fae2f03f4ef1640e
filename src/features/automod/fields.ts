/** The subject of a rule: statuses or accounts; both have an author. */
export type Subject = 'statuses' | 'accounts'

export type Operator =
  | 'at_least'
  | 'at_most'
  | 'is'
  | 'is_not'
  | 'contains_any'
  | 'matches'
  | 'in_list'

/**
 * The comparison of a field's values. `domain` includes subdomains, a `set` holds several words of
 * which one suffices, `text` is searched, `address` is an IP address that ranges may contain.
 */
export type Kind = 'number' | 'flag' | 'word' | 'domain' | 'domains' | 'set' | 'text' | 'address'

interface FieldInfo {
  kind: Kind
  /** undefined: both have it */
  of?: Subject
  /** its name in explanations */
  label: string
}

const KNOWN = {
  account_age_hours: { kind: 'number', label: 'hours since the account came' },
  domain: { kind: 'domain', label: 'domain' },
  followers_count: { kind: 'number', label: 'followers' },
  statuses_count: { kind: 'number', label: 'posts' },
  username: { kind: 'text', label: 'user name' },
  display_name: { kind: 'text', label: 'display name' },
  bio: { kind: 'text', label: 'bio' },
  text: { kind: 'text', of: 'statuses', label: 'text' },
  hashtags: { kind: 'set', of: 'statuses', label: 'hashtags' },
  hashtags_count: { kind: 'number', of: 'statuses', label: 'number of hashtags' },
  link_domains: { kind: 'domains', of: 'statuses', label: 'link to' },
  links_count: { kind: 'number', of: 'statuses', label: 'links' },
  mentions_count: { kind: 'number', of: 'statuses', label: 'mentions' },
  strangers_mentioned: {
    kind: 'number',
    of: 'statuses',
    label: 'mentions of people who do not follow the author',
  },
  has_media: { kind: 'flag', of: 'statuses', label: 'has media' },
  media_hashes: { kind: 'set', of: 'statuses', label: 'SHA-256 of media' },
  language: { kind: 'word', of: 'statuses', label: 'language' },
  visibility: { kind: 'word', of: 'statuses', label: 'visibility' },
  is_reply: { kind: 'flag', of: 'statuses', label: 'is a reply' },
  sensitive: { kind: 'flag', of: 'statuses', label: 'is sensitive' },
  email_domain: { kind: 'domain', of: 'accounts', label: 'domain of the e-mail address' },
  sign_up_ip: { kind: 'address', of: 'accounts', label: 'address at sign-up' },
  sign_up_reason: { kind: 'text', of: 'accounts', label: 'reason to join' },
} as const satisfies Record<string, FieldInfo>

export type Field = keyof typeof KNOWN
export const FIELDS: Readonly<Record<Field, FieldInfo>> = KNOWN
export const FIELD_NAMES = Object.keys(KNOWN) as readonly Field[]

/** Fields with users' data that only staff who manage users may see. */
export const FOR_MANAGERS: readonly Field[] = ['email_domain', 'sign_up_ip', 'sign_up_reason']

export const OPERATORS: Readonly<Record<Kind, readonly Operator[]>> = {
  number: ['at_least', 'at_most', 'is', 'is_not'],
  flag: ['is', 'is_not'],
  word: ['is', 'is_not', 'in_list'],
  domain: ['is', 'is_not', 'in_list'],
  domains: ['is', 'is_not', 'in_list', 'contains_any'],
  set: ['is', 'is_not', 'in_list', 'contains_any'],
  text: ['contains_any', 'matches'],
  address: ['is', 'is_not', 'in_list'],
}

interface ValueOf {
  number: number
  flag: boolean
  word: string
  domain: string
  domains: readonly string[]
  set: readonly string[]
  text: string
  address: string
}

/**
 * The known facts of a status or an account; a condition on an unknown fact does not hold. Words,
 * domains and sets are in lower case, texts are unchanged.
 */
export type Facts = {
  readonly [Name in Field]?: ValueOf[(typeof KNOWN)[Name]['kind']] | undefined
}

export interface Condition {
  field: Field
  operator: Operator
  value: ConditionValue
}

export type ConditionValue = number | boolean | string | readonly string[]
