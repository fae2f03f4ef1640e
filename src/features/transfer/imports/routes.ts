import type { FastifyRequest } from 'fastify'
import { NotFound, ValidationFailed } from '../../../kernel/base/errors.ts'
import type { App } from '../../../kernel/core/app.ts'
import { viewerOf } from '../../../kernel/http/auth.ts'
import { paginationLinks } from '../../../kernel/http/link-header.ts'
import { pageOf } from '../../../kernel/http/page-params.ts'
import { IdParams, Pagination, Upload } from '../../../kernel/http/params.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import { Type } from '../../../kernel/http/schema.ts'
import { attachmentHeaders } from '../tables/files.ts'
import { cancelImport, confirmImport, readChoices } from './choices.ts'
import { createImport, LARGEST_ARCHIVE } from './create.ts'
import { failuresStream } from './failures-csv.ts'
import { type DataImport, getOwnImport, importsOf, rowsIn } from './queries.ts'
import { presentImport, presentRow } from './serializer.ts'
import { allowedTypes, checkAllowed, IMPORT_SCOPES, isImportType } from './types.ts'

const PATH = '/api/rookery/v1/imports'
/** number of rows shown for review, and of failed rows */
const SHOWN = 20

const Choices = {
  mode: Type.Optional(Type.String()),
  replies: Type.Optional(Type.String()),
}
const CreateBody = Type.Object({
  type: Type.String(),
  file: Type.Optional(Upload),
  ...Choices,
})
const ConfirmBody = Type.Object(Choices)

export const routes: Routes = (server, app) => {
  const config = { scope: IMPORT_SCOPES }

  server.post(
    PATH,
    {
      config: { ...config, limits: ['transfers'], maxBody: LARGEST_ARCHIVE },
      schema: { body: CreateBody },
    },
    async (request) => {
      const { type, file, ...given } = request.body
      if (!isImportType(type)) throw new ValidationFailed('Type is not included in the list')
      checkAllowed(request.auth!.scopes, type)
      if (file === undefined) throw new ValidationFailed("File can't be blank")
      const choices = { mode: 'merge', replies: 'keep', ...readChoices(given) } as const
      const accountId = viewerOf(request).id
      const id = await createImport(app, { accountId, type, file, ...choices })
      return show(app, await getOwnImport(app.db, accountId, id))
    },
  )

  server.get(PATH, { config, schema: { querystring: Pagination } }, async (request, reply) => {
    const page = pageOf(request.query, 20)
    const asked = { accountId: viewerOf(request).id, types: allowedTypes(request.auth!.scopes) }
    const rows = await importsOf(app.db, asked, page)
    const ids = rows.map((row) => row.id)
    paginationLinks(request, reply, { ids, limit: page.limit, prev: 'min_id' })
    return rows.map(presentImport)
  })

  server.get(`${PATH}/:id`, { config, schema: { params: IdParams } }, async (request) =>
    show(app, await ownOf(app, request, request.params.id)),
  )

  server.post(
    `${PATH}/:id/confirm`,
    { config, schema: { params: IdParams, body: ConfirmBody } },
    async (request) => {
      const { id, account_id: accountId } = await ownOf(app, request, request.params.id)
      const choices = readChoices(request.body)
      await app.transact((tx) => confirmImport(tx, { accountId, id }, choices))
      return show(app, await getOwnImport(app.db, accountId, id))
    },
  )

  server.post(`${PATH}/:id/cancel`, { config, schema: { params: IdParams } }, async (request) => {
    const { id, account_id: accountId } = await ownOf(app, request, request.params.id)
    await app.transact((tx) => cancelImport(tx, { accountId, id }))
    return show(app, await getOwnImport(app.db, accountId, id))
  })

  server.get(
    `${PATH}/:id/failures.csv`,
    { config, schema: { params: IdParams } },
    async (request, reply) => {
      const data = await ownOf(app, request, request.params.id)
      return reply
        .headers(attachmentHeaders(`failures-${data.type}.csv`))
        .type('text/csv; charset=utf-8')
        .send(failuresStream(app, data))
    },
  )
}

/** @throws NotFound, and Forbidden if the token does not cover its type */
async function ownOf(app: App, request: FastifyRequest, id: string): Promise<DataImport> {
  const data = await getOwnImport(app.db, viewerOf(request).id, id)
  if (request.auth === null) throw new NotFound()
  checkAllowed(request.auth.scopes, data.type)
  return data
}

async function show({ db }: Pick<App, 'db'>, data: DataImport) {
  const isPost = data.type === 'archive'
  const first = await rowsIn(db, data.id, { limit: SHOWN })
  const failed = await rowsIn(db, data.id, { state: 'failed', limit: SHOWN })
  return {
    ...presentImport(data),
    preview: first.map((row) => presentRow(row, isPost)),
    problems: failed.map((row) => presentRow(row, isPost)),
  }
}
