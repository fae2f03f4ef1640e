import { Forbidden } from '../../../kernel/base/errors.ts'
import { Id, IdParams, Nullable } from '../../../kernel/http/params.ts'
import type { Permission } from '../../../kernel/http/permissions.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import { Type } from '../../../kernel/http/schema.ts'
import type { PictureKind } from '../../accounts/pictures.ts'
import { refreshJob } from '../../accounts/remote/queue.ts'
import { removePicture } from '../../accounts/remove-picture.ts'
import { changeRole } from '../../moderation/change-role.ts'
import { memorialize } from '../../moderation/memorialize.ts'
import { actUpon, actUponUser } from './target.ts'

const PATH = '/api/rookery/v1/admin/accounts/:id'

const configFor = (permission: Permission) =>
  ({ scope: 'admin:write:accounts', permission }) as const

const RoleBody = Type.Object({ role_id: Type.Optional(Nullable(Id)) })

/** Actions on accounts other than moderation decisions; for sign-in see `access-routes.ts`. */
export const actionRoutes: Routes = (server, app) => {
  server.post(
    `${PATH}/role`,
    { config: configFor('manageRoles'), schema: { params: IdParams, body: RoleBody } },
    (request) =>
      actUponUser(app, request, request.params.id, async (tx, target, staff) => {
        const details = await changeRole(tx, staff, target, request.body.role_id ?? null)
        return details && { action: 'change_role', details: { ...details } }
      }),
  )

  server.post(
    `${PATH}/memorialize`,
    { config: configFor('manageUsers'), schema: { params: IdParams } },
    (request) =>
      actUponUser(app, request, request.params.id, async (tx, { id, userId }) => {
        const changed = await memorialize(tx, { accountId: id, userId })
        return changed ? { action: 'memorialize' } : null
      }),
  )

  for (const kind of ['avatar', 'header'] as const satisfies readonly PictureKind[]) {
    server.post(
      `${PATH}/remove_${kind}`,
      { config: configFor('manageUsers'), schema: { params: IdParams } },
      (request) =>
        actUpon(app, request, request.params.id, async (tx, { id }) =>
          (await removePicture(tx, id, kind)) ? { action: `remove_${kind}` } : null,
        ),
    )
  }

  server.post(
    `${PATH}/refetch`,
    { config: configFor('manageUsers'), schema: { params: IdParams } },
    (request) =>
      actUpon(app, request, request.params.id, async (tx, target) => {
        if (target.domain === null) throw new Forbidden('This account lives on this server')
        tx.enqueue(refreshJob(target.id))
        return { action: 'refetch' }
      }),
  )
}
