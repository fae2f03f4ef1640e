import type { FastifyRequest } from 'fastify'
import { Unprocessable } from '../../../kernel/base/errors.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import { Demanded, IdList, IdParams } from '../../../kernel/http/params.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import { Type } from '../../../kernel/http/schema.ts'
import { actAs, type Staff } from '../../audit/act.ts'
import { approve, isWaiting, reject } from './decide-sign-up.ts'
import { renderAdminAccount } from './serializer.ts'
import { demandUser, findTargets, getTarget, type UserTarget } from './target.ts'

const config = {
  scope: 'admin:write:accounts',
  permission: 'manageUsers',
} as const

/** maximum of ids per request */
const MOST = 200

const ManyBody = Type.Object({ ids: Demanded(IdList) })

type Decide = (tx: Tx, staff: Staff, target: UserTarget) => Promise<void>

/** Approves or rejects pending sign-ups. */
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

function decideOne(app: App, request: FastifyRequest, id: string, decide: Decide): Promise<void> {
  return actAs(app, request, async (tx, staff) => {
    const target = await getTarget(tx.db, id)
    demandUser(target)
    await decide(tx, staff, target)
  })
}

/** Decides on all pending accounts among these; decided, remote and unknown ones are skipped. */
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
