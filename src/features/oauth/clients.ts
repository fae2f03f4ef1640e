import { NotFound } from '../../kernel/base/errors.ts'
import type { Db } from '../../kernel/db/database.ts'
import { hashSecret, sameSecret } from '../identity/secrets.ts'
import type { Application } from './applications.ts'

export interface ClientCredentials {
  clientId: string
  clientSecret: string
}

/**
 * A client's credentials: HTTP Basic, else `client_id` and `client_secret` of the body.
 * @returns null if there are none
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1
 */
export function readClientCredentials(
  authorization: string | undefined,
  params: { client_id?: string | undefined; client_secret?: string | undefined },
): ClientCredentials | null {
  const basic = /^Basic +([\w+/=-]+) *$/i.exec(authorization ?? '')
  if (basic !== null) return readBasic(basic[1] ?? '')
  const { client_id: clientId, client_secret: clientSecret } = params
  if (clientId === undefined || clientSecret === undefined) return null
  return { clientId, clientSecret }
}

function readBasic(encoded: string): ClientCredentials | null {
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  // no client has a null character, which databases refuse (A116)
  if (colon === -1 || /\0|%00/.test(text)) return null
  const parts = [text.slice(0, colon), text.slice(colon + 1)]
  try {
    const [clientId = '', clientSecret = ''] = parts.map(decodeURIComponent)
    return { clientId, clientSecret }
  } catch {
    return null
  }
}

export async function findApplication(db: Db, clientId: string): Promise<Application | null> {
  const row = await findRow(db, clientId)
  return row ?? null
}

/** @throws NotFound for a browser session, which has no application */
export async function getApplication(db: Db, id: string | null): Promise<Application> {
  const row =
    id === null
      ? undefined
      : await db
          .selectFrom('application')
          .select(['id', 'name', 'website', 'redirect_uris', 'scopes'])
          .where('id', '=', id)
          .executeTakeFirst()
  if (row === undefined) throw new NotFound()
  return row
}

/** @returns null if the client is unknown or its secret is wrong */
export async function findClient(
  db: Db,
  credentials: ClientCredentials | null,
): Promise<Application | null> {
  if (credentials === null) return null
  const row = await findRow(db, credentials.clientId)
  const right = sameSecret(hashSecret(credentials.clientSecret), row?.client_secret_hash ?? '')
  return row !== undefined && right ? row : null
}

async function findRow(db: Db, clientId: string) {
  return db
    .selectFrom('application')
    .select(['id', 'name', 'website', 'redirect_uris', 'scopes', 'client_secret_hash'])
    .where('client_id', '=', clientId)
    .executeTakeFirst()
}
