import { Forbidden } from '../../../kernel/base/errors.ts'
import { type ApiScope, covers } from '../../../kernel/http/scopes.ts'
import type { ImportType } from '../tables.ts'

/** The scopes that a token needs for an import of each type: all of them. */
const SCOPES: Record<ImportType, readonly ApiScope[]> = {
  following: ['write:follows'],
  blocking: ['write:blocks'],
  muting: ['write:mutes'],
  domain_blocking: ['write:blocks'],
  bookmarks: ['write:bookmarks'],
  lists: ['write:lists'],
  archive: ['write:statuses', 'write:media'],
}

/** All import types. */
export const IMPORT_TYPES: readonly ImportType[] = [
  'following',
  'blocking',
  'muting',
  'domain_blocking',
  'bookmarks',
  'lists',
  'archive',
]

/** All scopes that allow some import. */
export const IMPORT_SCOPES: readonly ApiScope[] = [
  ...new Set(IMPORT_TYPES.flatMap((type) => SCOPES[type])),
]

export function isImportType(text: string): text is ImportType {
  return (IMPORT_TYPES as readonly string[]).includes(text)
}

/** The import types that a token covers. */
export function allowedTypes(granted: ReadonlySet<string>): ImportType[] {
  return IMPORT_TYPES.filter((type) => SCOPES[type].every((scope) => covers(granted, scope)))
}

/** @throws Forbidden */
export function checkAllowed(granted: ReadonlySet<string>, type: ImportType): void {
  if (allowedTypes(granted).includes(type)) return
  throw new Forbidden('This action is outside the authorized scopes')
}
