import { NotFound } from '../../../kernel/base/errors.ts'
import { normalizeId } from '../../../kernel/base/ids.ts'
import { textOf } from '../pages.ts'

/** The id in a path. @throws NotFound if it is not a valid id */
export function idOf(params: unknown): string {
  const id = normalizeId(textOf(params, 'id'))
  if (id === null) throw new NotFound()
  return id
}
