import { BadRequest } from '../../../kernel/base/errors.ts'
import type { App } from '../../../kernel/core/app.ts'
import { Id, IdList } from '../../../kernel/http/params.ts'
import { type Static, Type } from '../../../kernel/http/schema.ts'
import { rolesThatCan } from '../../roles/roles.ts'
import { type AccountFilter, ORIGINS, STATES } from './filter.ts'

const Text = Type.Optional(Type.String())

/** Filters by text of all lists of accounts. */
export const textFilters = {
  username: Text,
  display_name: Text,
  by_domain: Text,
  email: Text,
  ip: Text,
}

/** S-199 */
export const filterFields = {
  ...textFilters,
  origin: Text,
  status: Text,
  permissions: Text,
  role_ids: Type.Optional(IdList),
  invited_by: Type.Optional(Id),
}

const Fields = Type.Object(filterFields)
type TextQuery = { [Name in keyof typeof textFilters]?: string | undefined }

/** @throws BadRequest for an unknown word (S-022) */
export async function filterOf(app: App, query: Static<typeof Fields>): Promise<AccountFilter> {
  const { role_ids: roleIds, invited_by: invitedBy } = query
  return {
    ...textsOf(query),
    origin: oneOf(ORIGINS, query.origin, 'origin'),
    state: oneOf(STATES, query.status, 'status'),
    roleIds: query.permissions === 'staff' ? await staffRoles(app) : roleIds,
    invitedBy,
  }
}

export function textsOf(query: TextQuery): AccountFilter {
  return {
    username: given(query.username),
    displayName: given(query.display_name),
    domain: given(query.by_domain),
    email: given(query.email),
    ip: given(query.ip),
  }
}

function given(text: string | undefined): string | undefined {
  return text?.trim() || undefined
}

export const isGiven = (text: string | undefined) => given(text) !== undefined

/** @throws BadRequest for an unknown word (S-022); blank is no filter */
function oneOf<T extends string>(
  words: readonly T[],
  text: string | undefined,
  name: string,
): T | undefined {
  const word = given(text)
  if (word === undefined) return undefined
  const known = words.find((one) => one === word)
  if (known === undefined) throw new BadRequest(`Unknown ${name}: ${word}`)
  return known
}

/** Ids of the roles of the staff. */
export function staffRoles({ db }: App): Promise<string[]> {
  return rolesThatCan(db, 'manageReports')
}
