import { isParams, type Params } from '../body/nested-params.ts'
import { UploadedFile } from '../body/uploaded-file.ts'
import {
  readBoolean,
  readChoice,
  readFile,
  readId,
  readInteger,
  readNumber,
  readString,
} from './scalars.ts'
import { checkKeywords, type Part, type Reader, Refused, type SchemaNode } from './schema-node.ts'

/**
 * Builds the function that converts parameters as clients send them into the schema's types: text into booleans
 * and numbers, one value into a list of one, a record with numbered keys into a list. Parameters that the schema
 * does not name are dropped (S-005). The result is always valid by the schema.
 *
 * @param name of the parameter, for messages; empty for the whole part
 * @throws Error if the schema uses a keyword that readers do not support
 */
export function readerOf(schema: SchemaNode, name: string, part: Part): Reader {
  checkKeywords(schema, name)
  const read = plainReader(schema, name, part)
  const blank = schema.nullable === true ? null : defaultOf(schema)
  return (value) => {
    if (value === undefined) return schema.default === undefined ? undefined : defaultOf(schema)
    const result = value === null ? undefined : read(value)
    return result === undefined ? blank : result
  }
}

function defaultOf(schema: SchemaNode): unknown {
  return typeof schema.default === 'object' ? structuredClone(schema.default) : schema.default
}

function plainReader(schema: SchemaNode, name: string, part: Part): Reader {
  if (schema.kind === 'file') return readFile(schema, name)
  if (schema.kind !== undefined) return readId(schema, name, part)
  if (schema.const !== undefined) return readChoice([schema.const], name)
  if (schema.anyOf !== undefined) return readUnion(schema.anyOf, name, part)
  switch (schema.type) {
    case 'boolean':
      return readBoolean(schema, name)
    case 'integer':
      return readInteger(schema, name)
    case 'number':
      return readNumber(schema, name)
    case 'string':
      return readString(schema, name)
    case 'array':
      return readList(schema, name, part)
    case 'object':
      return readObject(schema, name, part)
    case undefined:
      return (value) => value
    default:
      throw new Error(`The schema of "${name}" has type "${schema.type}", unknown to readers`)
  }
}

function readUnion(members: readonly SchemaNode[], name: string, part: Part): Reader {
  if (members.every((member) => member.const !== undefined)) {
    return readChoice(
      members.map((member) => member.const),
      name,
    )
  }
  const readers = members.map((member) => readerOf(member, name, part))
  return (value) => {
    for (const [index, read] of readers.entries()) {
      if (fits(members[index], value)) return read(value)
    }
    for (const read of readers) {
      try {
        return read(value)
      } catch (error) {
        if (!(error instanceof Refused)) throw error
      }
    }
    throw new Refused(`${name} is invalid`)
  }
}

function fits(member: SchemaNode | undefined, value: unknown): boolean {
  if (member?.kind === 'file') return value instanceof UploadedFile
  if (member?.type === 'integer') return Number.isInteger(value)
  if (member?.type === 'array') return Array.isArray(value)
  return typeof value === member?.type && !Array.isArray(value)
}

function readList(schema: SchemaNode, name: string, part: Part): Reader {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema
  const readItem = readerOf(schema.items ?? {}, `${name}[]`, part)
  return (value) => {
    // as Mastodon, which drops a scalar where hashes belong (S-558)
    if (value === '' || (schema.items?.type === 'object' && isScalar(value))) return undefined
    const list: unknown[] = []
    for (const item of toList(value, name)) {
      const read = readItem(item)
      if (read !== undefined) list.push(read)
    }
    if (list.length > maxItems) throw new Refused(`${name} may have ${maxItems} items at most`)
    if (list.length < minItems) throw new Refused(`${name} must have ${minItems} items at least`)
    return list
  }
}

/** S-002, S-003 */
function toList(value: unknown, name: string): readonly unknown[] {
  if (Array.isArray(value)) return value
  if (!isParams(value) || value instanceof UploadedFile) return [value]
  const keys = Object.keys(value)
  if (!keys.every((key) => /^\d{1,9}$/.test(key))) throw new Refused(`${name} must be a list`)
  return keys.sort((a, b) => Number(a) - Number(b)).map((key) => value[key])
}

function readObject(schema: SchemaNode, name: string, part: Part): Reader {
  const fields = fieldsOf(schema, name, part)
  return (value) => {
    if (name !== '' && isScalar(value)) return undefined
    if (!isParams(value) || value instanceof UploadedFile) {
      throw new Refused(name === '' ? 'Parameters are missing' : `${name} must be an object`)
    }
    const result: Params = {}
    for (const field of fields) {
      const read = field.read(value[field.key])
      if (read !== undefined && !(field.missing === 400 && isEmpty(read))) result[field.key] = read
      else if (field.required) throw new Refused(`${field.name} is missing`, field.missing)
    }
    return result
  }
}

interface Field {
  key: string
  name: string
  read: Reader
  required: boolean
  missing: 400 | null
}

function fieldsOf(schema: SchemaNode, name: string, part: Part): Field[] {
  return Object.entries(schema.properties ?? {}).map(([key, property]) => {
    const fullName = name === '' ? key : `${name}[${key}]`
    return {
      key,
      name: fullName,
      read: readerOf(property, fullName, part),
      required: schema.required?.includes(key) === true,
      missing: property.missing ?? null,
    }
  })
}

function isScalar(value: unknown): boolean {
  return typeof value !== 'object'
}

function isEmpty(value: unknown): boolean {
  return value === '' || (Array.isArray(value) && value.length === 0)
}
