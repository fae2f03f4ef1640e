/** Numbers come as text; the newest day first. @see https://docs.joinmastodon.org/entities/Admin_EmailDomainBlock/ */
export interface EmailDomainBlock {
  id: string
  domain: string
  created_at: string
  history: { day: string; accounts: string; uses: string }[]
  allow_with_approval: boolean
}

export interface CanonicalEmailBlock {
  id: string
  canonical_email_hash: string
}

export type IpSeverity = 'sign_up_requires_approval' | 'sign_up_block' | 'no_access'

/** @see https://docs.joinmastodon.org/entities/Admin_IpBlock/ */
export interface IpBlock {
  id: string
  ip: string
  severity: IpSeverity
  comment: string
  created_at: string
  expires_at: string | null
}

export interface UsernameBlock {
  id: string
  username: string
  comparison: 'equals' | 'contains'
  allow_with_approval: boolean
  created_at: string
}
