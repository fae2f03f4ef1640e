import type { ErrorObject, ValidateFunction } from 'ajv'
import { openApiShapes } from './open-api.ts'
import { ownShapes } from './own-shapes.ts'

/** Tells what is wrong with entities. */
export interface Oracle {
  /** whether Mastodon's interface description is asked as well as our own schemas */
  withOpenApi: boolean
  knows(entity: string): boolean
  /** @returns what is wrong, a few lines at most; nothing if all is well */
  problems(entity: string, value: unknown): string[]
}

const MOST_PROBLEMS = 4

/** @param level of `api_versions.mastodon` that the server is on */
export async function createOracle(openApiFile: string | null, level: number): Promise<Oracle> {
  const own = ownShapes(level)
  const openApi = await openApiShapes(openApiFile, level)
  const sources = [own, ...(openApi === null ? [] : [openApi])]
  return {
    withOpenApi: openApi !== null,
    knows: (entity) => sources.some((source) => source(entity) !== undefined),
    problems(entity, value) {
      const validators = sources
        .map((source) => source(entity))
        .filter((found) => found !== undefined)
      if (validators.length === 0) return [`there is no schema of ${entity}`]
      const problems = [
        ...validators.flatMap((check) => complaints(check, value)),
        ...(NUMBERED.has(entity) ? [] : idProblems(value)),
      ]
      return [...new Set(problems)].slice(0, MOST_PROBLEMS)
    },
  }
}

function complaints(check: ValidateFunction, value: unknown): string[] {
  if (check(value)) return []
  // a union complains of every arm; the first complaint of a place tells the most
  const byPlace = new Map<string, ErrorObject>()
  for (const error of check.errors ?? []) {
    const place = `${error.instancePath} ${error.params.missingProperty ?? error.params.additionalProperty ?? ''}`
    if (!byPlace.has(place)) byPlace.set(place, error)
  }
  return [...byPlace.values()].map(({ instancePath, message, params }) => {
    const extra = params.additionalProperty === undefined ? '' : ` (${params.additionalProperty})`
    return `${instancePath || '/'} ${message}${extra}`
  })
}

/** S-010: numbers that real servers send where an id stands */
const NUMBERS = new Set(['most_recent_notification_id', 'application_id'])
/** entities whose own id is one */
const NUMBERED = new Set(['WebPushSubscription'])

function idProblems(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item, at) => idProblems(item, `${path}/${at}`))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => {
    const isId = (name === 'id' || name.endsWith('_id')) && !NUMBERS.has(name)
    if (isId && typeof member === 'number') return [`S-010 ${path}/${name} is a number`]
    if (NUMBERS.has(name) && typeof member === 'number' && !Number.isSafeInteger(member)) {
      return [`S-010 ${path}/${name} is no exact number`]
    }
    return idProblems(member, `${path}/${name}`)
  })
}
