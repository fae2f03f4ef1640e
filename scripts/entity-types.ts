// node scripts/run.js scripts/entity-types.ts: writes web/shared/entities/api.ts, the types of API responses
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { entities } from '../src/features/reference/entities/all.ts'

export const TYPES_FILE = fileURLToPath(new URL('../web/shared/entities/api.ts', import.meta.url))

/** The subset of JSON Schema that entities use. */
interface Schema {
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  $ref?: string
  /** API version that has it: ours supports all */
  since?: number
}

/** Entities for clients; staff pages have their own types. */
const isForClients = (name: string): boolean =>
  !/^Admin::|^\{|^Audit::|[ :]\d|^NodeInfo|^OIDC|^RFC|Error$/.test(name)

/** `Trends::Link` as TrendsLink */
const typeName = (name: string): string => name.replaceAll(/[^A-Za-z0-9]/g, '')

export function entityTypes(): string {
  const declared = Object.entries(entities as Record<string, Schema>)
    .filter(([name]) => isForClients(name))
    .map(([name, schema]) => `export type ${typeName(name)} = ${typeOf(schema, '')}\n`)
  return `// Made of src/features/reference/entities/ by scripts/entity-types.ts: change it there.\n\n${declared.join('\n')}`
}

function typeOf(schema: Schema, indent: string): string {
  if (schema.$ref !== undefined) {
    return isForClients(schema.$ref) ? typeName(schema.$ref) : 'unknown'
  }
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ')
  if (schema.anyOf !== undefined) return unionOf(schema.anyOf, indent)
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
    case 'integer':
    case 'number':
      return 'number'
    case 'array':
      return `readonly (${typeOf(schema.items ?? {}, indent)})[]`
    case 'object':
      return objectOf(schema, indent)
    default:
      return 'unknown'
  }
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value)
}

function unionOf(parts: readonly Schema[], indent: string): string {
  return [...new Set(parts.map((part) => typeOf(part, indent)))].join(' | ')
}

function objectOf(schema: Schema, indent: string): string {
  const { properties = {}, required = [], additionalProperties } = schema
  const inner = `${indent}  `
  const members = Object.entries(properties).map(([name, member]) => {
    const isThere = required.includes(name) || member.since !== undefined
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`
    return `${inner}${key}${isThere ? '' : '?'}: ${typeOf(member, inner)}\n`
  })
  if (members.length > 0) return `{\n${members.join('')}${indent}}`
  const others = typeof additionalProperties === 'object' ? additionalProperties : {}
  return `Record<string, ${typeOf(others, indent)}>`
}

if (import.meta.main) await writeFile(TYPES_FILE, entityTypes())
