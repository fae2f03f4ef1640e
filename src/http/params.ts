import type { UploadedFile } from './body/uploaded-file.ts'
import { type Static, type TSchema, type TUnsafe, Type } from './schema.ts'

/** An id in the form that the database holds; what cannot be one matches nothing (in a path: 404). */
export const Id = Type.String({ kind: 'id' })

/** Unknown ids and words that are none stay in, as ids that nothing has. */
export const IdList = Type.Array(Id)

export const IdParams = Type.Object({ id: Id })

/** The id of something whose ids fit a JSON number (S-010). */
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

/** The same for lists of what has short ids. */
export const shortPaginationFields = {
  max_id: Type.Optional(Type.String({ kind: 'older', short: true })),
  since_id: Type.Optional(Type.String({ kind: 'newer', short: true })),
  min_id: Type.Optional(Type.String({ kind: 'newer', short: true })),
  limit: Type.Optional(Type.Integer()),
}

export const ShortPagination = Type.Object(shortPaginationFields)

/** Fields of a listing by position (S-043). */
export const offsetFields = {
  offset: Type.Optional(Type.Integer({ minimum: 0 })),
  limit: Type.Optional(Type.Integer()),
}

/** A parameter that may be null; for numbers, booleans and ids a blank means the same. */
export function Nullable<T extends TSchema>(schema: T): TUnsafe<Static<T> | null> {
  return Type.Unsafe<Static<T> | null>({ ...schema, nullable: true })
}

/** A parameter without which a call makes no sense: missing or blank it answers 400 (S-021). */
export function Demanded<T extends TSchema>(schema: T): T {
  return { ...schema, missing: 400 }
}

/**
 * How many items to give (S-006): a negative number counts as a positive one, too large a one as
 * the largest allowed. 0 stays 0.
 */
export function limitOf(
  query: { limit?: number | undefined },
  standard: number,
  largest = standard * 2,
): number {
  return query.limit === undefined ? standard : Math.min(Math.abs(query.limit), largest)
}
