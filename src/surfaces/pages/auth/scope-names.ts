import { type ApiScope, covers } from '../../../kernel/http/scopes.ts'
import { formatList, type Text, t } from '../../../kernel/text/messages.ts'

/** A line of the consent page. */
export interface ScopeLine {
  scopes: ApiScope[]
  text: Text
  /** highlights a scope that gives far-reaching access */
  strong: boolean
}

const WHOLE: Partial<Record<ApiScope, Text>> = {
  profile: t('See your name and picture'),
  read: t('Read everything your account can see'),
  write: t('Post, change and delete in your name'),
  follow: t('Follow, mute and block people for you'),
  push: t('Receive your notifications in the background'),
  'admin:read': t('Read everything the staff of this server can see'),
  'admin:write': t('Do anything the staff of this server can do'),
}

const PARTS: Record<string, Text> = {
  accounts: t('profiles|what an app may see or change'),
  blocks: t('blocks|what an app may see or change'),
  bookmarks: t('bookmarks|what an app may see or change'),
  collections: t('collections|what an app may see or change'),
  conversations: t('private conversations|what an app may see or change'),
  favourites: t('favourites|what an app may see or change'),
  filters: t('filters|what an app may see or change'),
  follows: t('follows|what an app may see or change'),
  lists: t('lists|what an app may see or change'),
  media: t('uploaded pictures and files|what an app may see or change'),
  mutes: t('mutes|what an app may see or change'),
  notifications: t('notifications|what an app may see or change'),
  reports: t('reports|what an app may see or change'),
  search: t('searches|what an app may see or change'),
  statuses: t('posts|what an app may see or change'),
  domain_allows: t('allowed servers|what an app may see or change'),
  domain_blocks: t('blocked servers|what an app may see or change'),
  ip_blocks: t('blocked network addresses|what an app may see or change'),
  email_domain_blocks: t('blocked mail domains|what an app may see or change'),
  canonical_email_blocks: t('blocked mail addresses|what an app may see or change'),
}

const GROUPS = [
  { prefix: 'read:', verb: (things: Text) => t('Read your {things}', { things }), strong: false },
  {
    prefix: 'write:',
    verb: (things: Text) => t('Change your {things}', { things }),
    strong: false,
  },
  {
    prefix: 'admin:read:',
    verb: (things: Text) => t('As staff, read {things}', { things }),
    strong: true,
  },
  {
    prefix: 'admin:write:',
    verb: (things: Text) => t('As staff, change {things}', { things }),
    strong: true,
  },
] as const

/** Describes scopes in words; scopes of one kind share a line, and a scope that another one covers is left out. */
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
    return [{ scopes: some, text: verb(formatList(names, { type: 'conjunction' })), strong }]
  })
  return [...whole, ...parts]
}

function coveredByOthers(scope: ApiScope, scopes: readonly ApiScope[]): boolean {
  return covers(new Set(scopes.filter((other) => other !== scope)), scope)
}
