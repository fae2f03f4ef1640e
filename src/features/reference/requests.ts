import type { SchemaNode } from '../../kernel/http/validation/schema-node.ts'
import { type JsonSchema, mapValues } from './json-schema.ts'
import { withValues } from './values.ts'

/** A path or query parameter in OpenAPI. */
export interface Parameter {
  name: string
  in: 'path' | 'query'
  required: boolean
  style?: 'form' | 'deepObject'
  explode?: true
  schema: JsonSchema
}

/** The request schemas of a route. */
export interface RequestSchemas {
  params?: SchemaNode | undefined
  querystring?: SchemaNode | undefined
  body?: SchemaNode | undefined
}

const KINDS: Record<NonNullable<SchemaNode['kind']>, JsonSchema> = {
  id: { type: 'string', pattern: '^-?\\d+$' },
  older: { type: 'string', description: 'Only what is older than this' },
  newer: { type: 'string', description: 'Only what is newer than this' },
  file: { type: 'string', format: 'binary' },
}

/** @param operation method and path as in the route, with `:name` */
export function parametersOf(
  operation: string,
  { params, querystring }: RequestSchemas,
): Parameter[] {
  const named = [...operation.matchAll(/:(\w+)/g)].map(([, name = '']): Parameter => {
    const schema = params?.properties?.[name]
    return {
      name,
      in: 'path',
      required: true,
      schema: schema ? describe(schema) : { type: 'string' },
    }
  })
  const asked = Object.entries(querystring?.properties ?? {}).map(([name, schema]): Parameter => {
    const required = querystring?.required?.includes(name) ?? false
    if (schema.type === 'array') {
      return {
        name: `${name}[]`,
        in: 'query',
        required,
        style: 'form',
        explode: true,
        schema: describe(schema),
      }
    }
    const nested = schema.type === 'object' ? ({ style: 'deepObject', explode: true } as const) : {}
    return {
      name,
      in: 'query',
      required,
      ...nested,
      schema: withValues(operation, name, describe(schema)),
    }
  })
  return [...named, ...asked]
}

/** S-001: every content type of the body; null if none is read. */
export function bodyOf(operation: string, { body }: RequestSchemas): object | null {
  if (body?.properties === undefined) return null
  const schema = describe(body)
  const members = Object.entries(schema.properties ?? {})
  schema.properties = Object.fromEntries(
    members.map(([name, member]) => [name, withValues(operation, name, member)]),
  )
  const forms = ['multipart/form-data', 'application/json', 'application/x-www-form-urlencoded']
  const content = Object.fromEntries(forms.map((type) => [type, { schema }]))
  return { required: (body.required ?? []).length > 0, content }
}

/** The values that our request readers accept, as JSON Schema. */
export function describe(node: SchemaNode): JsonSchema {
  const {
    kind,
    short: _short,
    missing: _missing,
    nullable,
    properties,
    items,
    anyOf,
    published,
    ...rest
  } = node
  if (node.anyOf?.every((part) => part.const !== undefined)) {
    return orNull({ enum: node.anyOf.map((part) => part.const) }, nullable)
  }
  const schema: JsonSchema = {
    ...rest,
    ...published,
    ...(kind !== undefined && KINDS[kind]),
    ...(properties !== undefined && { properties: mapValues(properties, describe) }),
    ...(items !== undefined && { items: describe(items) }),
    ...(anyOf !== undefined && { anyOf: anyOf.map(describe) }),
  }
  return orNull(schema, nullable)
}

function orNull(schema: JsonSchema, nullable: boolean | undefined): JsonSchema {
  return nullable === true ? { anyOf: [schema, { type: 'null' }] } : schema
}
