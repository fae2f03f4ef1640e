import type { Fixed, JsonOrNull } from '../../kernel/db/column-helpers.ts'

declare module '../../kernel/db/schema.ts' {
  interface Schema {
    account_domain_block: AccountDomainBlockTable
    account_note: AccountNoteTable
    account_severance: AccountSeveranceTable
    block: BlockTable
    endorsement: EndorsementTable
    follow: FollowTable
    follow_request: FollowTable
    follow_tally: FollowTallyTable
    follower_digest: FollowerDigestTable
    mute: MuteTable
    severance: SeveranceTable
    severed_follow: SeveredFollowTable
  }
}

export interface AccountNoteTable {
  account_id: Fixed<string>
  target_id: Fixed<string>
  comment: string
}

/** Follows within an hour, from a domain (`d:`) or to an account (`a:`). */
export interface FollowTallyTable {
  name: Fixed<string>
  /** ms since 1970 / 3600000 */
  hour: Fixed<number>
  count: number
}

export interface FollowTable {
  id: Fixed<string>
  account_id: Fixed<string>
  target_id: Fixed<string>
  show_reblogs: boolean
  notify: boolean
  /** null means all */
  languages: JsonOrNull<string[]>
  uri: string | null
  created_at: number
}

/** A digest that shows whether two servers agree on an account's followers (FEP-8fcf). */
export interface FollowerDigestTable {
  /** the followed account: a local one has followers on the host, a remote one has local followers */
  account_id: Fixed<string>
  /** host of the followers' federation ids */
  host: Fixed<string>
  /** XOR of the SHA-256 hashes of the followers' federation ids, hex */
  digest: string
}

export interface BlockTable {
  id: Fixed<string>
  account_id: Fixed<string>
  target_id: Fixed<string>
  uri: string | null
  created_at: number
}

/** An account that another account features on its profile. */
export interface EndorsementTable {
  id: Fixed<string>
  account_id: Fixed<string>
  target_id: Fixed<string>
  created_at: number
}

/** A domain that an account has blocked for itself. */
export interface AccountDomainBlockTable {
  id: Fixed<string>
  account_id: Fixed<string>
  /** as in `account.domain` */
  domain: Fixed<string>
  created_at: number
}

export interface MuteTable {
  id: Fixed<string>
  account_id: Fixed<string>
  target_id: Fixed<string>
  hide_notifications: boolean
  expires_at: number | null
  created_at: number
}

export type SeveranceType = 'domain_block' | 'user_domain_block' | 'account_suspension'

/** An action that ended follows. */
export interface SeveranceTable {
  id: Fixed<string>
  type: Fixed<SeveranceType>
  /** a domain, or an account's name with its domain */
  target_name: Fixed<string>
  created_at: Fixed<number>
}

/** Follows of one local account that an action ended. */
export interface AccountSeveranceTable {
  id: Fixed<string>
  account_id: Fixed<string>
  severance_id: Fixed<string>
  followers_count: number
  following_count: number
  created_at: Fixed<number>
}

export interface SeveredFollowTable {
  id: Fixed<string>
  account_severance_id: Fixed<string>
  /** the other account of the follow */
  other_id: Fixed<string>
  direction: Fixed<'followers' | 'following'>
  show_reblogs: Fixed<boolean>
  notify: Fixed<boolean>
  languages: JsonOrNull<string[]>
}
