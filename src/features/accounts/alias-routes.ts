import { NotFound, ValidationFailed } from '../../kernel/base/errors.ts'
import { type JsonText, toJson } from '../../kernel/base/json.ts'
import type { App } from '../../kernel/core/app.ts'
import { viewerOf } from '../../kernel/http/auth.ts'
import { Demanded } from '../../kernel/http/params.ts'
import type { Routes } from '../../kernel/http/routes.ts'
import { Type } from '../../kernel/http/schema.ts'
import { addAlias, removeAlias } from './aliases.ts'
import { parseHandle } from './handles.ts'
import type { Account } from './queries.ts'
import { resolveHandle } from './remote/resolve.ts'

const AliasBody = Type.Object({ acct: Demanded(Type.String()) })
const PATH = '/api/rookery/v1/account/aliases'

/** Aliases: other accounts of the same person, which may move to this one. */
export const aliasRoutes: Routes = (server, app) => {
  server.get(PATH, { config: { scope: 'read:accounts' } }, (request) =>
    renderAliases(app, viewerOf(request).id),
  )

  server.post(
    PATH,
    { config: { scope: 'write:accounts' }, schema: { body: AliasBody } },
    async (request) => {
      const { id } = viewerOf(request)
      const alias = await getNamed(app, request.body.acct)
      await app.transact((tx) => addAlias(tx, id, alias))
      return renderAliases(app, id)
    },
  )

  server.delete(
    PATH,
    { config: { scope: 'write:accounts' }, schema: { body: AliasBody } },
    async (request) => {
      const { id } = viewerOf(request)
      const uri = await aliasNamed(app, id, request.body.acct)
      await app.transact((tx) => removeAlias(tx, id, uri))
      return renderAliases(app, id)
    },
  )
}

/**
 * The local or remote account of a typed handle.
 * @throws ValidationFailed if there is none
 * @throws Unreachable
 */
export async function getNamed(app: App, acct: string): Promise<Account> {
  const handle = parseHandle(app.config, acct)
  const account = handle === null ? null : await resolveHandle(app, handle)
  if (account === null || account.activated_at === null) {
    throw new ValidationFailed('Acct is no account that can be found')
  }
  return account
}

export interface Alias {
  /** federation id */
  uri: string
  /** null if the account is unknown here */
  acct: string | null
}

/** The aliases of an account. */
export async function loadAliases({ db, config }: App, accountId: string): Promise<Alias[]> {
  const { also_known_as: uris } = await db
    .selectFrom('account')
    .select('also_known_as')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('account')
    .select(['uri', 'username', 'domain'])
    .where('uri', 'in', uris)
    .where('deleted_at', 'is', null)
    .execute()
  const known = new Map(rows.map((row) => [row.uri, row]))
  return uris.map((uri) => {
    const row = known.get(uri)
    const acct = row === undefined ? null : `${row.username}@${row.domain ?? config.handleDomain}`
    return { uri, acct }
  })
}

async function renderAliases(app: App, accountId: string): Promise<JsonText> {
  return toJson(await loadAliases(app, accountId))
}

/** Sends no request: the account may no longer exist. @param text handle or federation id */
async function aliasNamed(app: App, accountId: string, text: string): Promise<string> {
  const handle = parseHandle(app.config, text)
  const wanted = handle && `${handle.username}@${handle.domain ?? app.config.handleDomain}`
  const aliases = await loadAliases(app, accountId)
  const alias = aliases.find(({ uri, acct }) => uri === text || acct?.toLowerCase() === wanted)
  if (alias === undefined) throw new NotFound()
  return alias.uri
}
