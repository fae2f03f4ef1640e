import type { ErrorObject, ValidateFunction } from 'ajv'
import { openApiShapes } from './open-api.ts'
import { ownShapes } from './own-shapes.ts'

/** Finds errors in entities. */
export interface Oracle {
  /** whether Mastodon's interface description is used as well as our own schemas */
  withOpenApi: boolean
  knows(entity: string): boolean
  /** @returns the errors, a few lines at most; empty if there are none */
  problems(entity: string, value: unknown): string[]
}

const MOST_PROBLEMS = 4

/** @param level the server's `api_versions.mastodon` */
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
  // a union reports errors for every alternative; the first error of a place is the most useful
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

/** S-010: numbers that real servers send instead of ids */
const NUMBERS = new Set(['most_recent_notification_id', 'application_id'])
/** entities whose own id is a number */
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
