import type { Fixed, Json } from '../../kernel/db/column-helpers.ts'

declare module '../../kernel/db/schema.ts' {
  interface Schema {
    domain_allow: DomainAllowTable
    domain_block: DomainBlockTable
    ip_block: IpBlockTable
    rule: RuleTable
    terms_version: TermsVersionTable
  }
}

/** Versions of the terms of service: current, former and future ones. */
export interface TermsVersionTable {
  id: Fixed<string>
  /** day (ms / 86400000) from which they apply, until the next version does */
  effective_day: Fixed<number>
  /** HTML of the operator */
  content: string
  /** when local users were notified by mail; null: they were not */
  notified_at: number | null
  created_at: number
}

export interface RuleTable {
  id: Fixed<string>
  text: string
  hint: string
  translations: Json<Record<string, { text: string; hint: string }>>
  priority: number
  deleted_at: number | null
  created_at: number
}

export interface IpBlockTable {
  id: Fixed<string>
  /** CIDR */
  ip: string
  severity: 'sign_up_requires_approval' | 'sign_up_block' | 'no_access'
  comment: string
  expires_at: number | null
  created_at: number
}

export interface DomainBlockTable {
  id: Fixed<string>
  /** in lower case, punycode; includes its subdomains */
  domain: string
  severity: 'noop' | 'silence' | 'suspend'
  reject_media: boolean
  reject_reports: boolean
  obfuscate: boolean
  private_comment: string | null
  public_comment: string | null
  created_at: number
}

export interface DomainAllowTable {
  id: Fixed<string>
  domain: string
  created_at: number
}
