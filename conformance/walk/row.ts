import type { Walk } from './walk.ts'

export type Check = (walk: Walk) => Promise<unknown>

/** An operation of surface.tsv with its check. */
export interface Operation {
  operation: string
  check: Check
}

export function row(method: string, path: string, check: Check): Operation {
  return { operation: `${method} ${path}`, check }
}
