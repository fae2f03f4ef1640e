import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import { isoTime } from '../../kernel/base/json.ts'
import type { DomainBlockTable } from './tables.ts'

/**
 * A domain block for the staff (S-134).
 * @see https://docs.joinmastodon.org/entities/Admin_DomainBlock/
 */
export function presentDomainBlock(block: Selectable<DomainBlockTable>) {
  return {
    id: block.id,
    domain: block.domain,
    digest: domainDigest(block.domain),
    created_at: isoTime(block.created_at),
    severity: block.severity,
    reject_media: block.reject_media,
    reject_reports: block.reject_reports,
    private_comment: block.private_comment,
    public_comment: block.public_comment,
    obfuscate: block.obfuscate,
  }
}

/**
 * SHA-256 of the domain, hex, which identifies an obfuscated domain to readers who know it (S-134).
 */
export function domainDigest(domain: string): string {
  return createHash('sha256').update(domain).digest('hex')
}
