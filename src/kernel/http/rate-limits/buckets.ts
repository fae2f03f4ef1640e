/**
 * The unit that a bucket counts for: the account; the token or session; the client's network; the network of a
 * caller without an account (`stranger`); or a key of the caller's choice, such as an e-mail address (`key`).
 */
export type Per = 'user' | 'token' | 'network' | 'stranger' | 'key'

export interface Bucket {
  limit: number
  /** length of a window; windows start at multiples of it since 1970 (S-051) */
  seconds: number
  per: Per
  /** counted by `spend` when the action happens, not for each request */
  action?: true
  /** protects secrets: several processes count it exactly, at the cost of a statement where there is no Redis */
  exact?: true
}

/** S-046, S-047, S-048, S-050. A name stands for all of its buckets. */
export const BUCKETS = {
  api: [
    // first, so that a request it refuses does not count for the user's other tokens
    { limit: 300, seconds: 300, per: 'token' },
    { limit: 1500, seconds: 300, per: 'user' },
    { limit: 300, seconds: 300, per: 'stranger' },
  ],
  paging: [
    { limit: 300, seconds: 900, per: 'user' },
    { limit: 300, seconds: 900, per: 'stranger' },
  ],
  media: [{ limit: 30, seconds: 1800, per: 'user' }],
  delete: [{ limit: 30, seconds: 1800, per: 'user' }],
  sign_up: [{ limit: 5, seconds: 1800, per: 'network', exact: true }],
  apps: [{ limit: 5, seconds: 600, per: 'network' }],
  // for anybody with an application, which anybody may register (A80, S-566)
  tokens: [{ limit: 60, seconds: 300, per: 'network' }],
  media_proxy: [{ limit: 30, seconds: 600, per: 'network' }],
  confirmations: [
    { limit: 5, seconds: 1800, per: 'user', exact: true },
    { limit: 25, seconds: 300, per: 'network', exact: true },
  ],
  resolving: [{ limit: 60, seconds: 300, per: 'network' }],
  sign_in: [{ limit: 25, seconds: 300, per: 'network', exact: true }],
  sign_in_email: [{ limit: 25, seconds: 3600, per: 'key', exact: true }],
  two_factor: [{ limit: 10, seconds: 3600, per: 'key', exact: true }],
  password_checks: [{ limit: 10, seconds: 3600, per: 'user', exact: true }],
  password_reset: [{ limit: 25, seconds: 300, per: 'network', exact: true }],
  password_reset_email: [{ limit: 5, seconds: 1800, per: 'key', exact: true }],
  statuses: [{ limit: 300, seconds: 10_800, per: 'user', action: true }],
  follows: [{ limit: 400, seconds: 86_400, per: 'user', action: true }],
  transfers: [{ limit: 30, seconds: 3600, per: 'user' }],
  // costly actions: threads of hundreds of replies, and fetches from other servers (A59, A62)
  long_threads: [{ limit: 60, seconds: 300, per: 'user', action: true }],
  on_demand: [{ limit: 60, seconds: 300, per: 'user', action: true }],
  reports: [{ limit: 400, seconds: 86_400, per: 'user', action: true }],
} as const satisfies Record<string, readonly Bucket[]>

export type BucketName = keyof typeof BUCKETS

export function isBucketName(name: string): name is BucketName {
  return Object.hasOwn(BUCKETS, name)
}
