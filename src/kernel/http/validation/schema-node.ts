/** The subset of JSON Schema that readers support: everything that `schema.ts` builds. */
export interface SchemaNode {
  type?: string
  const?: unknown
  anyOf?: readonly SchemaNode[]
  properties?: Record<string, SchemaNode>
  required?: readonly string[]
  items?: SchemaNode
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  minimum?: number
  maximum?: number
  default?: unknown
  nullable?: boolean
  /** ids, cursors and files, as `params.ts` builds them */
  kind?: 'id' | 'older' | 'newer' | 'file'
  /** of ids below 2^53 (S-010) */
  short?: true
  /** status for a missing parameter if it differs from that of other invalid ones (S-021) */
  missing?: 400
  /** published schema of a value that the route reads itself */
  published?: Readonly<Record<string, unknown>>
}

/** The part of the request that a schema describes. */
export type Part = 'params' | 'querystring' | 'body'

/**
 * Reads a value from outside: undefined if it is missing (or blank, if that means the same).
 * @throws Refused if the value does not fit the schema
 */
export type Reader = (value: unknown) => unknown

/** A value that does not fit the schema; the message names its parameter and is safe to show. */
export class Refused extends Error {
  readonly statusCode: 400 | null

  constructor(message: string, statusCode: 400 | null = null) {
    super(message)
    this.statusCode = statusCode
  }
}

const KNOWN = new Set([
  'type',
  'const',
  'anyOf',
  'properties',
  'required',
  'items',
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
  'pattern',
  'minimum',
  'maximum',
  'default',
  'nullable',
  'kind',
  'short',
  'missing',
  'published',
])

/** @throws Error at start for an unsupported keyword, which would otherwise be ignored */
export function checkKeywords(schema: SchemaNode, name: string): void {
  for (const keyword of Object.keys(schema)) {
    if (!KNOWN.has(keyword)) {
      throw new Error(`The schema of "${name}" uses "${keyword}", which readers do not know`)
    }
  }
}
