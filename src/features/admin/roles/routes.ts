import type { FastifyRequest } from 'fastify'
import { NotFound } from '../../../kernel/base/errors.ts'
import { normalizeId } from '../../../kernel/base/ids.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { viewerOf } from '../../../kernel/http/auth.ts'
import type { Routes, Server } from '../../../kernel/http/routes.ts'
import { type Static, Type } from '../../../kernel/http/schema.ts'
import { actAs } from '../../audit/act.ts'
import {
  createRole,
  deleteRole,
  ROLE_DEFAULTS,
  type RoleChanges,
  type RoleInput,
  updateRole,
} from '../../roles/manage-roles.ts'
import { BASE_ROLE_ID, loadRoles, type Role } from '../../roles/roles.ts'
import { permissionNames, readPermissions } from './permission-names.ts'

const PATH = '/api/rookery/v1/admin/roles'
const READ = { scope: 'admin:read', permission: 'manageRoles' } as const
const WRITE = { scope: 'admin:write', permission: 'manageRoles' } as const

// not `Id`: the id of the base role does not have 18 digits
const Params = Type.Object({ id: Type.String() })
/** A bitmask, or a list of permission names. */
const Permissions = Type.Unsafe<unknown>({
  published: {
    anyOf: [{ type: 'integer' }, { type: 'string' }, { type: 'array', items: { type: 'string' } }],
  },
})
const Body = Type.Object({
  name: Type.Optional(Type.String()),
  color: Type.Optional(Type.String()),
  // a decimal bitmask, or a list of names
  permissions: Type.Optional(Permissions),
  highlighted: Type.Optional(Type.Boolean()),
  position: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  require_two_factor: Type.Optional(Type.Boolean()),
  collection_limit: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000 })),
})

/** Roles: Rookery's own, see docs/spec/surface.tsv. */
export const routes: Routes = (server, app) => {
  addReads(server, app)

  server.post(PATH, { config: WRITE, schema: { body: Body } }, async (request) => {
    const input = { name: '', ...ROLE_DEFAULTS, ...readRole(request.body) }
    const id = await actAs(app, request, async (tx, staff) => {
      const id = await createRole(tx, keeper(request), input)
      const details = { ...input, permissions: permissionNames(input.permissions) }
      await staff.audit({ action: 'create', target: targetOf({ id, name: input.name }), details })
      return id
    })
    return render(app, id)
  })

  server.put(
    `${PATH}/:id`,
    { config: WRITE, schema: { params: Params, body: Body } },
    async (request) => {
      const id = roleId(request.params.id)
      const change = readRole(request.body)
      await actAs(app, request, async (tx, staff) => {
        const changes = await updateRole(tx, keeper(request), id, change)
        if (Object.keys(changes).length === 0) return staff.unchanged()
        const { name } = (await loadRoles(tx.db)).get(id)!
        const details = { changes: told(changes) }
        await staff.audit({ action: 'update', target: targetOf({ id, name }), details })
      })
      return render(app, id)
    },
  )

  server.delete(`${PATH}/:id`, { config: WRITE, schema: { params: Params } }, async (request) => {
    await actAs(app, request, async (tx, staff) => {
      const { role, users } = await deleteRole(tx, keeper(request), roleId(request.params.id))
      await staff.audit({ action: 'delete', target: targetOf(role), details: { users } })
    })
    return {}
  })
}

function addReads(server: Server, app: App): void {
  server.get(PATH, { config: READ }, async () => {
    const counts = await countUsers(app.slowDb)
    const known = [...(await loadRoles(app.db)).values()]
    const byRank = known.toSorted((a, b) => b.position - a.position || a.id.localeCompare(b.id))
    return byRank.map((role) => present(role, counts))
  })

  server.get(`${PATH}/:id`, { config: READ, schema: { params: Params } }, (request) =>
    render(app, roleId(request.params.id)),
  )
}

/** @throws NotFound for an invalid id */
function roleId(text: string): string {
  const id = text === BASE_ROLE_ID ? text : normalizeId(text)
  if (id === null) throw new NotFound()
  return id
}

function keeper(request: FastifyRequest) {
  const { permissions, rolePosition, roleId } = viewerOf(request)
  return { permissions, rolePosition, roleId }
}

function targetOf({ id, name }: Pick<Role, 'id' | 'name'>) {
  return { type: 'role', id, label: id === BASE_ROLE_ID ? 'everybody' : name }
}

function told({ permissions, ...others }: RoleChanges) {
  if (permissions === undefined) return others
  const { from, to } = permissions
  return { ...others, permissions: { from: permissionNames(from), to: permissionNames(to) } }
}

function readRole(body: Static<typeof Body>): Partial<RoleInput> {
  const { name, color, permissions, ...others } = body
  return {
    ...others,
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(color === undefined ? {} : { color: readColor(color) }),
    ...(permissions === undefined ? {} : { permissions: readPermissions(permissions) }),
  }
}

/** `#abc`, `abc` and `#AABBCC` become `#aabbcc`; an invalid colour stays unchanged. */
function readColor(text: string): string {
  const [, digits] = /^#?([\da-f]{3}|[\da-f]{6})$/i.exec(text.trim()) ?? []
  if (digits === undefined) return text.trim()
  const six = digits.length === 6 ? digits : digits.replace(/./g, '$&$&')
  return `#${six.toLowerCase()}`
}

async function render(app: App, id: string) {
  const role = (await loadRoles(app.db)).get(id)
  if (role === undefined) throw new NotFound()
  return present(role, await countUsers(app.slowDb))
}

function present(role: Role, counts: Map<string, number>) {
  return {
    id: role.id,
    name: role.name,
    color: role.color,
    permissions: String(role.permissions),
    permission_names: permissionNames(role.permissions),
    highlighted: role.highlighted,
    position: role.position,
    require_two_factor: role.require_two_factor,
    collection_limit: role.collection_limit,
    users_count: counts.get(role.id) ?? 0,
  }
}

/** Number of users with each role; users without a role count for the base role's id. */
async function countUsers(slowDb: Db): Promise<Map<string, number>> {
  const rows = await slowDb
    .selectFrom('local_user')
    .select((eb) => ['role_id', eb.fn.countAll<number>().as('count')])
    .groupBy('role_id')
    .execute()
  return new Map(rows.map(({ role_id, count }) => [role_id ?? BASE_ROLE_ID, Number(count)]))
}
