import type { FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import { actAs, type Staff } from '../../audit/act.ts'
import { Unprocessable } from '../../errors.ts'
import { Demanded, IdList, IdParams } from '../../http/params.ts'
import type { Routes } from '../../http/routes.ts'
import { Type } from '../../http/schema.ts'
import { rejectSignUp } from '../../moderation/reject-sign-up.ts'
import { approveUser } from '../../oauth/activation.ts'
import type { Tx } from '../../transact.ts'
import { renderAdminAccount } from './serializer.ts'
import { auditTarget, demandUser, findTargets, getTarget, type UserTarget } from './target.ts'

const config = {
  scope: 'admin:write:accounts',
  permission: 'manageUsers',
} as const

/** ids in one call */
const MOST = 200

const ManyBody = Type.Object({ ids: Demanded(IdList) })

type Decide = (tx: Tx, staff: Staff, target: UserTarget) => Promise<void>

/** Letting in people who asked to join, or not. */
export const signUpRoutes: Routes = (server, app) => {
  // https://docs.joinmastodon.org/methods/admin/accounts/#approve
  server.post(
    '/api/v1/admin/accounts/:id/approve',
    { config, schema: { params: IdParams } },
    async (request) => {
      const { id } = request.params
      await decideOne(app, request, id, approve)
      return renderAdminAccount(app, id)
    },
  )

  // https://docs.joinmastodon.org/methods/admin/accounts/#reject
  server.post(
    '/api/v1/admin/accounts/:id/reject',
    { config, schema: { params: IdParams } },
    async (request) => {
      await decideOne(app, request, request.params.id, reject)
      return {}
    },
  )

  server.post(
    '/api/rookery/v1/admin/accounts/approve_many',
    { config, schema: { body: ManyBody } },
    (request) => decideMany(app, request, request.body.ids, approve),
  )

  server.post(
    '/api/rookery/v1/admin/accounts/reject_many',
    { config, schema: { body: ManyBody } },
    (request) => decideMany(app, request, request.body.ids, reject),
  )
}

const approve: Decide = async (tx, staff, target) => {
  await approveUser(tx, target.userId)
  await staff.audit({ action: 'approve', target: auditTarget(target) })
}

const reject: Decide = async (tx, staff, target) => {
  await rejectSignUp(tx, target.id)
  await staff.audit({ action: 'reject', target: auditTarget(target) })
}

function decideOne(app: App, request: FastifyRequest, id: string, decide: Decide): Promise<void> {
  return actAs(app, request, async (tx, staff) => {
    const target = await getTarget(tx.db, id)
    demandUser(target)
    await decide(tx, staff, target)
  })
}

/** All who wait; the others were decided about before, are no people of this server, or do not exist. */
async function decideMany(
  app: App,
  request: FastifyRequest,
  given: readonly string[],
  decide: Decide,
): Promise<{ accepted: string[]; refused: string[] }> {
  const ids = [...new Set(given)]
  if (ids.length > MOST) throw new Unprocessable(`Ids are too many (maximum is ${MOST})`)
  return actAs(app, request, async (tx, staff) => {
    const waiting = (await findTargets(tx.db, ids)).filter(isWaiting)
    for (const target of waiting) await decide(tx, staff, target)
    if (waiting.length === 0) staff.unchanged()
    const accepted = waiting.map(({ id }) => id)
    return { accepted, refused: ids.filter((id) => !accepted.includes(id)) }
  })
}

function isWaiting(target: Awaited<ReturnType<typeof findTargets>>[number]): target is UserTarget {
  return target.userId !== null && target.approved === false
}
