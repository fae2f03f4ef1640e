import { Id, shortPaginationFields } from '../../kernel/http/params.ts'
import { type Static, Type } from '../../kernel/http/schema.ts'
import type { Selection } from './queries.ts'
import { shownTypes } from './types.ts'

/** unread notifications are counted up to here, and up to ten times as many on request (S-255) */
export const COUNTED = 100

const Types = Type.Optional(Type.Array(Type.String()))

/** The types that a client can show (S-253). */
export const TypesSupported = Type.Object({ supported_types: Types })

/** Filters of both lists of notifications. */
export const selectionFields = {
  ...shortPaginationFields,
  types: Types,
  exclude_types: Types,
  supported_types: Types,
  account_id: Type.Optional(Id),
  include_filtered: Type.Optional(Type.Boolean()),
}

export const SelectionQuery = Type.Object(selectionFields)

export function selectionOf(query: Static<typeof SelectionQuery>): Selection {
  return {
    types: shownTypes(query),
    fromId: query.account_id ?? null,
    includeFiltered: query.include_filtered ?? false,
  }
}
