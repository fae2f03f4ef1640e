import type { Answer, Client, Params } from '../http/client.ts'
import type { Oracle } from '../oracle/oracle.ts'
import type { Success } from '../oracle/success.ts'
import type { World } from '../people/world.ts'
import type { SurfaceRow } from '../spec/surface.ts'
import { type Claims, createClaims, isJson } from './claims.ts'

/** The context of a check, which also records its findings. */
export interface Walk extends Claims, World {
  row: SurfaceRow
  success: Success
  /** an entity, or a list of them (`Status[]`), is valid by its schemas */
  valid(entity: string, value: unknown, what?: string): void
  /** runs when the check is over, in reverse order */
  later(work: () => Promise<unknown>): void
  /** records a part that could not be checked */
  leaveOut(what: string): void
  leftOut: string[]
  /** number of checked entities */
  entries(): number
  cleanUp: (() => Promise<unknown>)[]
}

/** An example request of the operation. */
export interface Example {
  /** path parameters, by name without colon */
  params?: Record<string, string>
  query?: Params
  body?: Params | URLSearchParams | FormData
}

export function createWalk(row: SurfaceRow, success: Success, world: World, oracle: Oracle): Walk {
  const claims = createClaims()
  const leftOut: string[] = []
  const cleanUp: Walk['cleanUp'] = []
  let entries = 0
  return {
    ...world,
    ...claims,
    row,
    success,
    leftOut,
    cleanUp,
    entries: () => entries,
    later: (work) => void cleanUp.push(work),
    leaveOut: (what) => void leftOut.push(what),
    valid(entity, value, what = 'entity') {
      entries += Array.isArray(value) ? value.length : 1
      const problems = validate(oracle, entity, value)
      claims.claim(`S-142 ${what}: ${entity}`, problems.length === 0, problems.join('; '))
    },
  }
}

function validate(oracle: Oracle, entity: string, value: unknown): string[] {
  if (!entity.endsWith('[]')) return validateOne(oracle, entity, value)
  if (!Array.isArray(value)) return ['is no list']
  const name = entity.slice(0, -2)
  return value.flatMap((item) => validateOne(oracle, name, item)).slice(0, 4)
}

function validateOne(oracle: Oracle, entity: string, value: unknown): string[] {
  if (entity === 'String') return typeof value === 'string' ? [] : ['is no text']
  if (entity !== '{}') return oracle.problems(entity, value)
  const empty = typeof value === 'object' && value !== null && Object.keys(value).length === 0
  return empty && !Array.isArray(value) ? [] : ['S-013 is not the empty object']
}

/** Sends a request to the row's operation. */
export function ask(walk: Walk, as: Client, example: Example, suffix = ''): Promise<Answer> {
  const { method } = walk.row
  return as.send(method, pathOf(walk.row, example.params) + suffix, example)
}

/** The row's path with its parameters filled in. */
export function pathOf({ path }: SurfaceRow, params: Record<string, string> = {}): string {
  return path.replace(/:(\w+)/g, (whole, name: string) => {
    const value = params[name]
    return value === undefined ? whole : encodeURIComponent(value)
  })
}

/** The response is a success of the row, with its entity. */
export function checkSuccess(
  walk: Walk,
  what: string,
  answer: Answer,
  entity: string | null = entityOf(walk.success),
): void {
  walk.status(what, answer, ...walk.success.statuses)
  if (!walk.success.statuses.includes(answer.status) || entity === null) return
  walk.claim(`${what}: content type`, isJson(answer), answer.headers.get('content-type'))
  walk.valid(entity, answer.json, what)
}

export function entityOf({ entity, list }: Success): string | null {
  return entity === null ? null : `${entity}${list ? '[]' : ''}`
}
