import { Forbidden } from '../../../kernel/base/errors.ts'
import { toJson } from '../../../kernel/base/json.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import { paginationLinks } from '../../../kernel/http/link-header.ts'
import { pageOf } from '../../../kernel/http/page-params.ts'
import { IdParams, Pagination } from '../../../kernel/http/params.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import { labelOf } from '../../accounts/author-facts.ts'
import { actAs } from '../../audit/act.ts'
import { getHeld, type HeldItem, takeHeld } from '../../automod/held.ts'
import { approveUser } from '../../identity/sign-up/activation.ts'
import { deleteAccount } from '../../moderation/delete-account.ts'
import { rejectHeldStatus, releaseStatus } from '../../statuses/held/release.ts'
import { logHeldAccess } from './held-access-log.ts'
import { pageOfHeld } from './queries.ts'
import { renderHeld } from './serializer.ts'

const HELD = '/api/rookery/v1/admin/held_items'
const PAGE = 40

/** Statuses and accounts that rules hold for the staff. */
export const routes: Routes = (server, app) => {
  server.get(
    HELD,
    {
      config: { scope: 'admin:read', permission: 'manageReports' },
      schema: { querystring: Pagination },
    },
    async (request, reply) => {
      const page = pageOf(request.query, PAGE)
      const rows = await pageOfHeld(app.db, page)
      const ids = rows.map(({ id }) => id)
      paginationLinks(request, reply, { ids, limit: page.limit, prev: 'min_id' })
      await logHeldAccess(app, request, rows)
      return renderHeld(app, rows)
    },
  )

  for (const [action, decide] of [
    ['approve', approve],
    ['reject', reject],
  ] as const) {
    server.post(
      `${HELD}/:id/${action}`,
      {
        config: { scope: 'admin:write', permission: 'manageReports' },
        schema: { params: IdParams },
      },
      async (request) => {
        await actAs(app, request, async (tx, staff) => {
          const item = await getHeld(tx.db, request.params.id)
          const label = await labelFor(tx, item.account_id)
          const id = await decide(tx, item)
          const target = { type: item.kind, id, label: labelled(item, label) }
          const details = { held_item_id: item.id, rule: item.rule_name }
          await staff.audit({ action: `${action}_held`, target, details })
        })
        return toJson({})
      },
    )
  }
}

/** @returns id of the published status or approved account; null: none */
async function approve(tx: Tx, item: HeldItem): Promise<string | null> {
  if (item.kind === 'status') return releaseStatus(tx, item)
  await takeHeld(tx, item.id)
  try {
    await approveUser(tx, await userOf(tx, item.account_id))
  } catch (error) {
    // approved elsewhere meanwhile, and the e-mail address is still unconfirmed
    if (!(error instanceof Forbidden)) throw error
  }
  return item.account_id
}

async function reject(tx: Tx, item: HeldItem): Promise<string | null> {
  if (item.kind === 'status') {
    await rejectHeldStatus(tx, item)
    return item.status_id
  }
  await takeHeld(tx, item.id)
  await deleteAccount(tx, item.account_id)
  return item.account_id
}

async function userOf(tx: Tx, accountId: string): Promise<string> {
  const { id } = await tx.db
    .selectFrom('local_user')
    .select('id')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return id
}

async function labelFor(tx: Tx, accountId: string): Promise<string> {
  const { username, domain } = await tx.db
    .selectFrom('account')
    .select(['username', 'domain'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return labelOf(username, domain)
}

function labelled({ kind }: HeldItem, label: string): string {
  return kind === 'status' ? `a post of ${label}` : label
}
