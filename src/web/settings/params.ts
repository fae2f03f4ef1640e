import { NotFound } from '../../errors.ts'
import { normalizeId } from '../../ids.ts'
import { textOf } from '../pages.ts'

/** The id in a path. @throws NotFound for what can be none */
export function idOf(params: unknown): string {
  const id = normalizeId(textOf(params, 'id'))
  if (id === null) throw new NotFound()
  return id
}
