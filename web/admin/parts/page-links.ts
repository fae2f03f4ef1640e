import { may } from '../../shared/session.ts'
import { ownPages } from '../page-list.ts'

/** Where somebody is looked at; undefined for roles that may not, as then the name is no link. */
export function accountHref(id: string): string | undefined {
  return may('manageUsers') ? `/admin/accounts/${id}` : undefined
}

/** The page about something that the audit log names; undefined where there is none for this role. */
export function targetHref({ type, id }: { type: string; id: string | null }): string | undefined {
  const path = PLACES[type]
  if (path === undefined || id === null) return undefined
  const [name] = path.split('/')
  return ownPages.some((page) => page.path === name) ? `/admin/${path}/${id}` : undefined
}

const PLACES: Readonly<Record<string, string>> = {
  account: 'accounts',
  report: 'reports',
  role: 'roles',
  webhook: 'webhooks',
  domain_block: 'domains/blocks',
  block_import: 'domains/imports',
  block_subscription: 'domains/lists',
  tag: 'trends/tags',
  announcement: 'announcements',
  automod_rule: 'automod',
}
