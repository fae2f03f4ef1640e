import { entityOf } from './entities.ts'
import { startTestServer, type TestUser } from './server.ts'
import { signUpStaff } from './staff.ts'

const OWN = '/api/rookery/v1/admin'
export const IMPORTS = `${OWN}/domain_block_imports`
export const LISTS = `${OWN}/block_subscriptions`
export const BLOCKS = '/api/v1/admin/domain_blocks'
/** of a file of blocks as Mastodon writes it */
export const HEADER = '#domain,#severity,#reject_media,#reject_reports,#public_comment,#obfuscate\n'

/** A server that may read lists on this machine, and somebody who looks after other servers. */
export async function startWithFederationStaff() {
  const server = await startTestServer({ egressAllow: ['127.0.0.0/8'] })
  return { server, staff: await signUpStaff(server, 'staff', ['manageFederation', 'viewAuditLog']) }
}

/** Severities by domain. */
export async function blocksOf(staff: TestUser): Promise<Record<string, string>> {
  const list = entityOf(await staff.get(BLOCKS, { limit: 500 }), 'Admin::DomainBlock[]')
  return Object.fromEntries(
    list
      .map(({ domain, severity }: { domain: string; severity: string }) => [domain, severity])
      .sort(),
  )
}

export const namesIn = (rows: readonly { domain: string }[]) => rows.map(({ domain }) => domain)
