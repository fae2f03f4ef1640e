import { Id, shortPaginationFields } from '../http/params.ts'
import { type Static, Type } from '../http/schema.ts'
import type { Selection } from './queries.ts'
import { shownTypes } from './types.ts'

/** unread ones are counted up to here, and up to ten times as many on request (S-255) */
export const COUNTED = 100

const Types = Type.Optional(Type.Array(Type.String()))

/** What a client knows how to show (S-253). */
export const TypesSupported = Type.Object({ supported_types: Types })

/** How both lists of notifications are narrowed. */
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
