import { labelOf } from '../../accounts/author-facts.ts'
import { actAs } from '../../audit/act.ts'
import { getHeld, type HeldItem, takeHeld } from '../../automod/held.ts'
import { Forbidden } from '../../errors.ts'
import { paginationLinks } from '../../http/link-header.ts'
import { pageOf } from '../../http/page.ts'
import { IdParams, Pagination } from '../../http/params.ts'
import type { Routes } from '../../http/routes.ts'
import { toJson } from '../../json.ts'
import { deleteAccount } from '../../moderation/delete-account.ts'
import { approveUser } from '../../oauth/activation.ts'
import { rejectHeldStatus, releaseStatus } from '../../statuses/held/release.ts'
import type { Tx } from '../../transact.ts'
import { noteHeldLooks } from './held-looks.ts'
import { pageOfHeld } from './queries.ts'
import { renderHeld } from './serializer.ts'

const HELD = '/api/rookery/v1/admin/held_items'
const PAGE = 40

/** What waits for a look because a rule says so. */
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
      await noteHeldLooks(app, request, rows)
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

/** @returns id of what is there now; null: nothing is */
async function approve(tx: Tx, item: HeldItem): Promise<string | null> {
  if (item.kind === 'status') return releaseStatus(tx, item)
  await takeHeld(tx, item.id)
  try {
    await approveUser(tx, await userOf(tx, item.account_id))
  } catch (error) {
    // somebody let them in elsewhere, and the address is still to be confirmed
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
