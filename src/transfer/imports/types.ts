import type { ImportType } from '../../db/schema.ts'
import { Forbidden } from '../../errors.ts'
import { type ApiScope, covers } from '../../http/scopes.ts'

/** What a token needs for an import of each type: all of it. */
const SCOPES: Record<ImportType, readonly ApiScope[]> = {
  following: ['write:follows'],
  blocking: ['write:blocks'],
  muting: ['write:mutes'],
  domain_blocking: ['write:blocks'],
  bookmarks: ['write:bookmarks'],
  lists: ['write:lists'],
  archive: ['write:statuses', 'write:media'],
}

/** What can be imported. */
export const IMPORT_TYPES: readonly ImportType[] = [
  'following',
  'blocking',
  'muting',
  'domain_blocking',
  'bookmarks',
  'lists',
  'archive',
]

/** Which scopes lead to imports at all. */
export const IMPORT_SCOPES: readonly ApiScope[] = [
  ...new Set(IMPORT_TYPES.flatMap((type) => SCOPES[type])),
]

export function isImportType(text: string): text is ImportType {
  return (IMPORT_TYPES as readonly string[]).includes(text)
}

/** The types that a token may deal with. */
export function allowedTypes(granted: ReadonlySet<string>): ImportType[] {
  return IMPORT_TYPES.filter((type) => SCOPES[type].every((scope) => covers(granted, scope)))
}

/** @throws Forbidden */
export function checkAllowed(granted: ReadonlySet<string>, type: ImportType): void {
  if (allowedTypes(granted).includes(type)) return
  throw new Forbidden('This action is outside the authorized scopes')
}
