import type { Answer, Client } from '../http/client.ts'
import type { Person } from '../people/world.ts'
import { scopeChoices } from '../spec/surface.ts'
import { checkAccess } from './access.ts'
import { type AddressExample, checkAddress, checkHeaders } from './conventions.ts'
import { ask, checkSuccess, type Example, type Walk } from './walk.ts'

export interface ExampleOptions extends AddressExample {
  /** default alice */
  as?: Person
  /**
   * Status for an unknown id, checked for every id of the path; default 404. `false` if the path's parameters are
   * no ids.
   */
  unknown?: number | false
  /** required parameters, and the status without them */
  missing?: Record<string, number>
  /** entity of the response if the table names none, or a different one */
  entity?: string | null
  /** a staff row that is open to every token with the scope */
  permitted?: 'everybody'
  /** which of the row's scopes is enough depends on the request */
  scopeDepends?: true
}

/** A valid id that no object has. */
export const UNKNOWN_ID = '108020000000000000'

/**
 * Sends a valid request to an operation, after all requests that it must refuse: with wrong and missing tokens,
 * unknown ids, missing parameters. The last request uses a token that has only the scope of the row.
 *
 * @returns the successful response
 */
export async function serve(walk: Walk, options: ExampleOptions = {}): Promise<Answer> {
  const { as = walk.row.auth === 'admin' ? walk.owner : walk.alice } = options
  const client = await exactClient(walk, as)
  await checkAccess(walk, as, options)
  await checkUnknownIds(walk, client, options)
  await checkMissing(walk, client, options)
  await checkAddress(walk, client, options)
  const answer = await ask(walk, client, options)
  checkSuccess(walk, 'success', answer, options.entity)
  checkHeaders(walk, answer)
  return answer
}

/** A client with exactly the required rights. */
export async function exactClient(walk: Walk, as: Person): Promise<Client> {
  const { auth } = walk.row
  const [scope] = scopeChoices(walk.row)
  if (auth === 'app') return walk.app
  if (scope === undefined) return auth === 'user' ? as : walk.anonymous
  return as.limited(scope)
}

async function checkUnknownIds(walk: Walk, client: Client, options: ExampleOptions): Promise<void> {
  const { params = {}, unknown = 404 } = options
  if (unknown === false) return
  for (const name of Object.keys(params)) {
    for (const id of [UNKNOWN_ID, 'x']) {
      const answer = await ask(walk, client, { ...options, params: { ...params, [name]: id } })
      const what = `${name} "${id}" is nobody's`
      if (unknown >= 400) walk.refused(what, answer, unknown)
      else walk.status(what, answer, unknown)
    }
  }
}

async function checkMissing(walk: Walk, client: Client, options: ExampleOptions): Promise<void> {
  for (const [name, status] of Object.entries(options.missing ?? {})) {
    const without = { ...options }
    if (isPlain(options.body)) without.body = omit(options.body, name)
    if (options.query !== undefined) without.query = omit(options.query, name)
    walk.refused(`without ${name}`, await ask(walk, client, without), status)
  }
}

function isPlain(
  body: Example['body'],
): body is Exclude<Example['body'], URLSearchParams | FormData> {
  return body !== undefined && !(body instanceof URLSearchParams) && !(body instanceof FormData)
}

function omit<T extends object>(from: T | undefined, name: string): T {
  const { [name as keyof T]: _, ...rest } = from ?? ({} as T)
  return rest as T
}
