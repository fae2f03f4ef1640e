import { BadRequest, ValidationFailed } from '../../../kernel/base/errors.ts'
import { type JsonText, jsonList, jsonObject, toJson } from '../../../kernel/base/json.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import { Type } from '../../../kernel/http/schema.ts'
import { parseHandle } from '../../accounts/handles.ts'
import { loadAccounts } from '../../accounts/serializer.ts'
import { actAs } from '../../audit/act.ts'
import { describeFeatured } from '../../discovery/featured.ts'
import { changeSettings, settingsAudit } from '../../instance/change-settings.ts'
import { loadSettings } from '../../instance/settings.ts'

const PATH = '/api/rookery/v1/admin/suggestions'
const PERMISSION = ['manageTaxonomies', 'manageSettings'] as const
/** maximum of accounts: as many as one source of suggestions shows */
const MOST = 80

// not demanded: an empty list takes all of them out
const Body = Type.Object({
  accts: Type.Optional(Type.Array(Type.String(), { maxItems: MOST })),
})

/** Accounts that are suggested to everybody first: Rookery's own, see docs/spec/surface.tsv. */
export const routes: Routes = (server, app) => {
  server.get(PATH, { config: { scope: 'admin:read', permission: PERMISSION } }, () => render(app))

  server.put(
    PATH,
    { config: { scope: 'admin:write', permission: PERMISSION }, schema: { body: Body } },
    async (request) => {
      const { accts: given } = request.body
      if (given === undefined) throw new BadRequest('accts is missing')
      const accts = given.map((acct) => acct.trim().replace(/^@/, ''))
      const wrong = accts.find((acct) => parseHandle(app.config, acct) === null)
      if (wrong !== undefined) throw new ValidationFailed('Acct is no handle')
      await actAs(app, request, async (tx, staff) => {
        const changed = await changeSettings(tx, { featured_accounts: [...new Set(accts)] })
        if (changed.length === 0) return staff.unchanged()
        await staff.audit(settingsAudit(changed))
      })
      return render(app)
    },
  )
}

async function render(app: App): Promise<JsonText> {
  const { featured_accounts: handles } = await loadSettings(app.db)
  const featured = await describeFeatured(app.config, app.db, handles)
  const ids = featured.flatMap(({ accountId }) => accountId ?? [])
  const accounts = await loadAccounts(app, ids)
  return jsonList(
    featured.map(({ handle, accountId, shown }) =>
      jsonObject({
        acct: toJson(handle.replace(/^@/, '')),
        account: accounts.get(accountId ?? '') ?? toJson(null),
        shown: toJson(shown),
      }),
    ),
  )
}
