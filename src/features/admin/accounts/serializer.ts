import { NotFound } from '../../../kernel/base/errors.ts'
import { isoTime, type JsonText, toJson } from '../../../kernel/base/json.ts'
import { loadAccounts, type Rendering } from '../../accounts/serializer.ts'
import { presentRole } from '../../roles/present-role.ts'
import { type Role, roles } from '../../roles/roles.ts'
import { type AdminAccountRow, loadAddresses, loadRows, type UsedAddress } from './rows.ts'

/**
 * Admin::Account entities by id, whatever the accounts' state (S-202); members about users are null
 * for remote and deleted accounts. Ids that do not exist are absent. The number of queries does not
 * depend on the number of accounts.
 *
 * @see https://docs.joinmastodon.org/entities/Admin_Account/
 */
export async function loadAdminAccounts(
  app: Rendering,
  ids: Iterable<string>,
): Promise<Map<string, JsonText>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const rows = await loadRows(app.db, wanted)
  const addresses = await loadAddresses(app.db, rows)
  const known = await app.cached.get(roles)
  const accounts = await loadAccounts(app, wanted)
  return new Map(
    rows.map((row) => {
      const ips = addresses.get(row.user_id ?? '') ?? []
      return [row.id, presentAdminAccount(row, { known, ips, account: accounts.get(row.id)! })]
    }),
  )
}

/** @throws NotFound if there is no such account */
export async function renderAdminAccount(app: Rendering, id: string): Promise<JsonText> {
  const account = (await loadAdminAccounts(app, [id])).get(id)
  if (account === undefined) throw new NotFound()
  return account
}

interface Parts {
  known: Map<string, Role>
  /** most recently used first */
  ips: readonly UsedAddress[]
  account: JsonText
}

function presentAdminAccount(row: AdminAccountRow, { known, ips, account }: Parts): JsonText {
  const user = row.user_id !== null
  const text = toJson({
    id: row.id,
    username: row.username,
    domain: row.domain,
    created_at: isoTime(row.created_at),
    email: row.email,
    ip: ips[0]?.ip ?? null,
    confirmed: user ? row.confirmed_at !== null : null,
    suspended: row.suspended_at !== null,
    silenced: row.silenced_at !== null,
    sensitized: row.sensitized_at !== null,
    disabled: row.disabled,
    approved: row.approved,
    locale: row.locale,
    invite_request: row.sign_up_reason,
    ips: user ? ips.map(({ ip, usedAt }) => ({ ip, used_at: isoTime(usedAt) })) : null,
    role: user ? presentRole(known, row.role_id) : null,
    created_by_application_id: row.application_id ?? undefined,
    invited_by_account_id: row.invited_by_id ?? undefined,
  })
  return `${text.slice(0, -1)},"account":${account}}` as JsonText
}
