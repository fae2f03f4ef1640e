import { type ApiScope, covers } from '../http/scopes.ts'

/** One line of the consent page. */
export interface ScopeLine {
  scopes: ApiScope[]
  text: string
  /** deserves a second thought */
  strong: boolean
}

const WHOLE: Partial<Record<ApiScope, string>> = {
  profile: 'See your name and picture',
  read: 'Read everything your account can see',
  write: 'Post, change and delete in your name',
  follow: 'Follow, mute and block people for you',
  push: 'Receive your notifications in the background',
  'admin:read': 'Read everything the staff of this server can see',
  'admin:write': 'Do anything the staff of this server can do',
}

const PARTS: Record<string, string> = {
  accounts: 'profiles',
  blocks: 'blocks',
  bookmarks: 'bookmarks',
  collections: 'collections',
  conversations: 'private conversations',
  favourites: 'favourites',
  filters: 'filters',
  follows: 'follows',
  lists: 'lists',
  media: 'uploaded pictures and files',
  mutes: 'mutes',
  notifications: 'notifications',
  reports: 'reports',
  search: 'searches',
  statuses: 'posts',
  domain_allows: 'allowed servers',
  domain_blocks: 'blocked servers',
  ip_blocks: 'blocked network addresses',
  email_domain_blocks: 'blocked mail domains',
  canonical_email_blocks: 'blocked mail addresses',
}

const GROUPS = [
  { prefix: 'read:', verb: 'Read your', strong: false },
  { prefix: 'write:', verb: 'Change your', strong: false },
  { prefix: 'admin:read:', verb: 'As staff, read', strong: true },
  { prefix: 'admin:write:', verb: 'As staff, change', strong: true },
] as const

/** What scopes mean, in words; those of one kind share a line, and what another covers is left out. */
export function describeScopes(scopes: readonly ApiScope[]): ScopeLine[] {
  const told = scopes.filter((scope) => !coveredByOthers(scope, scopes))
  const whole = told.flatMap((scope) => {
    const text = WHOLE[scope]
    const strong = scope.startsWith('admin:')
    return text === undefined ? [] : [{ scopes: [scope], text, strong }]
  })
  const parts = GROUPS.flatMap(({ prefix, verb, strong }) => {
    const some = told.filter((scope) => scope.startsWith(prefix) && !(scope in WHOLE))
    if (some.length === 0) return []
    const names = some.map((scope) => PARTS[scope.slice(prefix.length)] ?? scope)
    return [{ scopes: some, text: `${verb} ${inWords(names)}`, strong }]
  })
  return [...whole, ...parts]
}

function coveredByOthers(scope: ApiScope, scopes: readonly ApiScope[]): boolean {
  return covers(new Set(scopes.filter((other) => other !== scope)), scope)
}

function inWords(names: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(names)
}
