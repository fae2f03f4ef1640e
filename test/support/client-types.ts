import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SPEC, tableRows } from '../../conformance/spec/surface.ts'

/** The demands of the strictest of many clients on a field. */
interface Demand {
  /** `int32`, `digits`, `list of object:Account` … */
  type: string
  /** absent: may be missing, but not null */
  null: 'never' | 'absent' | 'may'
  /** the only values that can be decoded; null: any */
  values: ReadonlySet<string> | null
}

export type Demands = ReadonlyMap<string, ReadonlyMap<string, Demand>>

/** Reads docs/spec/client-types.tsv: by entity, then by field. */
export async function readDemands(): Promise<Demands> {
  const demands = new Map<string, Map<string, Demand>>()
  for (const row of tableRows(await readFile(join(SPEC, 'client-types.tsv'), 'utf8'))) {
    const { entity = '', field = '', type = '', values = '' } = row
    const fields = demands.get(entity) ?? new Map<string, Demand>()
    const known = values === '' ? null : new Set(values.split(' '))
    fields.set(field, { type, null: row.null as Demand['null'], values: known })
    demands.set(entity, fields)
  }
  return demands
}

/** Differences that the original server has too, with the reason, as `entity field problem`. */
export async function readClientDifferences(): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(join(SPEC, 'client-differences.tsv'), 'utf8')
  return new Map(
    tableRows(text).map(({ entity, field, problem, reason = '' }) => {
      if (reason === '') throw new Error(`client-differences.tsv: ${entity} ${field} has no reason`)
      return [`${entity} ${field} ${problem}`, reason]
    }),
  )
}

/** Members of an entity that a client could not decode, as `entity field problem`. */
export function clientProblems(demands: Demands, entity: string, value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const members = value as Record<string, unknown>
  return [...(demands.get(entity) ?? [])].flatMap(([field, demand]) => {
    const member = members[field]
    if (member === undefined) return demand.null === 'never' ? [`${entity} ${field} missing`] : []
    if (member === null) return demand.null === 'may' ? [] : [`${entity} ${field} null`]
    return memberProblems(demands, `${entity} ${field}`, demand, member)
  })
}

function memberProblems(demands: Demands, at: string, demand: Demand, value: unknown): string[] {
  const type = demand.type.replace(/^list of /, '')
  if (type !== demand.type && !Array.isArray(value)) return [`${at} is no list`]
  const items = Array.isArray(value) && type !== demand.type ? value : [value]
  return items.flatMap((item) => {
    const { values } = demand
    if (values !== null && !values.has(String(item))) return [`${at} is ${item}`]
    const entity = /^object:(.*)$/.exec(type)?.[1]
    if (entity === undefined) return fits(type, item) ? [] : [`${at} is no ${type}`]
    if (typeof item !== 'object' || item === null) return [`${at} is no object`]
    return clientProblems(demands, entity, item)
  })
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

function fits(type: string, value: unknown): boolean {
  if (type === 'int32') return Number.isInteger(value) && Math.abs(value as number) < 2 ** 31
  if (type === 'int64') return Number.isSafeInteger(value)
  if (type === 'number') return typeof value === 'number'
  if (type === 'boolean') return typeof value === 'boolean'
  if (type === 'object') return typeof value === 'object'
  if (type === 'list') return Array.isArray(value)
  if (type === 'digits') return /^\d+$/.test(String(value))
  if (typeof value !== 'string') return false
  if (type === 'url') return URL.canParse(value)
  if (type === 'date') return /^\d{4}-\d\d-\d\d$/.test(value)
  return type === 'datetime' ? TIME.test(value) : true
}
