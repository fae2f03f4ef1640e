import type { Instance } from '../../../shared/entities/federation.ts'

/** "mastodon 4.5.0"; null: it has not said yet */
export function softwareOf({ software, version }: Instance): string | null {
  return software === null ? null : `${software} ${version ?? ''}`.trim()
}

export const pathOf = (domain: string): string =>
  `/api/rookery/v1/admin/instances/${encodeURIComponent(domain)}`
