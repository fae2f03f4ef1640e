/**
 * Whom a bucket counts for: the account; the token or session; the client's network; the network,
 * if there is no account (`stranger`); or what the caller names, such as an e-mail address (`key`).
 */
export type Per = 'user' | 'token' | 'network' | 'stranger' | 'key'

export interface Bucket {
  limit: number
  /** windows are this long and start at multiples of it since 1970 (S-051) */
  seconds: number
  per: Per
  /** counted by `spend` where the thing happens, not for each request */
  action?: true
}

/** S-046, S-047, S-048, S-050. A name stands for all of its buckets. */
export const BUCKETS = {
  api: [
    // first, so that what it refuses does not count for the user's other tokens
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
  sign_up: [{ limit: 5, seconds: 1800, per: 'network' }],
  apps: [{ limit: 5, seconds: 600, per: 'network' }],
  media_proxy: [{ limit: 30, seconds: 600, per: 'network' }],
  confirmations: [
    { limit: 5, seconds: 1800, per: 'user' },
    { limit: 25, seconds: 300, per: 'network' },
  ],
  resolving: [{ limit: 60, seconds: 300, per: 'network' }],
  sign_in: [{ limit: 25, seconds: 300, per: 'network' }],
  sign_in_email: [{ limit: 25, seconds: 3600, per: 'key' }],
  two_factor: [{ limit: 10, seconds: 3600, per: 'key' }],
  password_checks: [{ limit: 10, seconds: 3600, per: 'user' }],
  password_reset: [{ limit: 25, seconds: 300, per: 'network' }],
  password_reset_email: [{ limit: 5, seconds: 1800, per: 'key' }],
  statuses: [{ limit: 300, seconds: 10_800, per: 'user', action: true }],
  follows: [{ limit: 400, seconds: 86_400, per: 'user', action: true }],
  transfers: [{ limit: 30, seconds: 3600, per: 'user' }],
  // what costs more than most: threads of hundreds of replies, and what other servers are asked for (A59, A62)
  long_threads: [{ limit: 60, seconds: 300, per: 'user', action: true }],
  on_demand: [{ limit: 60, seconds: 300, per: 'user', action: true }],
  reports: [{ limit: 400, seconds: 86_400, per: 'user', action: true }],
} as const satisfies Record<string, readonly Bucket[]>

export type BucketName = keyof typeof BUCKETS

export function isBucketName(name: string): name is BucketName {
  return Object.hasOwn(BUCKETS, name)
}
