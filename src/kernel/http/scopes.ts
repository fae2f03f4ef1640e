const READ = [
  'accounts',
  'blocks',
  'bookmarks',
  'collections',
  'favourites',
  'filters',
  'follows',
  'lists',
  'mutes',
  'notifications',
  'search',
  'statuses',
] as const
const WRITE = [
  'accounts',
  'blocks',
  'bookmarks',
  'collections',
  'conversations',
  'favourites',
  'filters',
  'follows',
  'lists',
  'media',
  'mutes',
  'notifications',
  'reports',
  'statuses',
] as const
const ADMIN = [
  'accounts',
  'reports',
  'domain_allows',
  'domain_blocks',
  'ip_blocks',
  'email_domain_blocks',
  'canonical_email_blocks',
] as const

export type ApiScope =
  | 'profile'
  | 'read'
  | 'write'
  | 'follow'
  | 'push'
  | `read:${(typeof READ)[number]}`
  | `write:${(typeof WRITE)[number]}`
  | 'admin:read'
  | 'admin:write'
  | `admin:read:${(typeof ADMIN)[number]}`
  | `admin:write:${(typeof ADMIN)[number]}`

/** Every scope that an application may register (S-443), in the order of the documentation. */
export const ALL_SCOPES: readonly ApiScope[] = [
  'profile',
  'read',
  ...READ.map((name) => `read:${name}` as const),
  'write',
  ...WRITE.map((name) => `write:${name}` as const),
  'follow',
  'push',
  'admin:read',
  ...ADMIN.map((name) => `admin:read:${name}` as const),
  'admin:write',
  ...ADMIN.map((name) => `admin:write:${name}` as const),
]

const FOLLOW_COVERS: readonly string[] = [
  'read:blocks',
  'write:blocks',
  'read:follows',
  'write:follows',
  'read:mutes',
  'write:mutes',
]

/** Whether the granted scopes cover the required one, by the hierarchy of S-443 and S-403. */
export function covers(granted: ReadonlySet<string>, wanted: ApiScope): boolean {
  if (granted.has(wanted)) return true
  if (granted.has('follow') && FOLLOW_COVERS.includes(wanted)) return true
  const parent = wanted.slice(0, wanted.lastIndexOf(':'))
  return parent !== '' && parent !== 'admin' && granted.has(parent)
}

/** Splits a scope parameter (spaces, repeats allowed); null if it names an unknown scope. */
export function parseScopes(text: string): ApiScope[] | null {
  const names = [...new Set(text.split(/[\s+]+/).filter((name) => name !== ''))]
  const known = names.filter((name): name is ApiScope =>
    (ALL_SCOPES as readonly string[]).includes(name),
  )
  return known.length === names.length ? known : null
}
