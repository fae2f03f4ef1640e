import type { UploadedFile } from './body/uploaded-file.ts'
import { type Static, type TSchema, type TUnsafe, Type } from './schema.ts'

/** An id in the form that the database stores; an invalid id matches nothing (in a path: 404). */
export const Id = Type.String({ kind: 'id' })

/** Unknown and invalid ids stay in the list, as ids that no row has. */
export const IdList = Type.Array(Id)

export const IdParams = Type.Object({ id: Id })

/** An id that fits a JSON number (S-010). */
export const ShortId = Type.String({ kind: 'id', short: true })

export const ShortIdParams = Type.Object({ id: ShortId })

/** A file of a multipart body. */
export const Upload = Type.Unsafe<UploadedFile>({ kind: 'file' })

/** Fields of every listing by cursor, to be spread beside an endpoint's own (S-006, S-040). */
export const paginationFields = {
  max_id: Type.Optional(Type.String({ kind: 'older' })),
  since_id: Type.Optional(Type.String({ kind: 'newer' })),
  min_id: Type.Optional(Type.String({ kind: 'newer' })),
  limit: Type.Optional(Type.Integer()),
}

export const Pagination = Type.Object(paginationFields)

/** The same for lists of rows with short ids. */
export const shortPaginationFields = {
  max_id: Type.Optional(Type.String({ kind: 'older', short: true })),
  since_id: Type.Optional(Type.String({ kind: 'newer', short: true })),
  min_id: Type.Optional(Type.String({ kind: 'newer', short: true })),
  limit: Type.Optional(Type.Integer()),
}

export const ShortPagination = Type.Object(shortPaginationFields)

/** Fields of a listing by offset (S-043). */
export const offsetFields = {
  offset: Type.Optional(Type.Integer({ minimum: 0 })),
  limit: Type.Optional(Type.Integer()),
}

/** A parameter that may be null; for numbers, booleans and ids a blank value means the same. */
export function Nullable<T extends TSchema>(schema: T): TUnsafe<Static<T> | null> {
  return Type.Unsafe<Static<T> | null>({ ...schema, nullable: true })
}

/** A required parameter: a missing or blank value answers 400 (S-021). */
export function Demanded<T extends TSchema>(schema: T): T {
  return { ...schema, missing: 400 }
}

/**
 * The number of items to return (S-006): a negative number counts as positive, a too large one as the maximum.
 * 0 stays 0.
 */
export function limitOf(
  query: { limit?: number | undefined },
  standard: number,
  largest = standard * 2,
): number {
  return query.limit === undefined ? standard : Math.min(Math.abs(query.limit), largest)
}
