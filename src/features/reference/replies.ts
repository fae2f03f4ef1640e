import { entities } from './entities/all.ts'
import { componentName, type JsonSchema, publish } from './json-schema.ts'

/** The reply of an operation, parsed from the notation of `operations/section.ts`. */
export interface Reply {
  /** null: no body, or a body that is not JSON */
  schema: JsonSchema | null
  type:
    | 'application/json'
    | 'text/event-stream'
    | 'text/plain'
    | 'text/csv'
    | 'application/zip'
    | null
}

const PLAIN: Record<string, JsonSchema> = {
  '{}': { type: 'object', properties: {}, additionalProperties: false },
  '[]': { type: 'array', maxItems: 0 },
  String: { type: 'string' },
  Boolean: { type: 'boolean' },
  Object: { type: 'object' },
}

/** The names in a notation, without `[]`. */
export function namesIn(notation: string): string[] {
  return notation.split('|').map((name) => (name === '[]' ? name : name.replace(/\[\]$/, '')))
}

/** Whether a name is not an entity. */
export function isPlain(name: string): boolean {
  return name in PLAIN || ['text', 'csv', 'zip', 'empty', 'events'].includes(name)
}

export function readReply(notation: string): Reply {
  if (notation === 'empty') return { schema: null, type: null }
  if (notation === 'text') return { schema: { type: 'string' }, type: 'text/plain' }
  if (notation === 'csv') return { schema: { type: 'string' }, type: 'text/csv' }
  if (notation === 'zip') {
    return { schema: { type: 'string', format: 'binary' }, type: 'application/zip' }
  }
  if (notation === 'events') return { schema: { type: 'string' }, type: 'text/event-stream' }
  const parts = notation.split('|').map(readPart)
  const [first = {}] = parts
  return { schema: parts.length === 1 ? first : { anyOf: parts }, type: 'application/json' }
}

function readPart(name: string): JsonSchema {
  const plain = PLAIN[name]
  if (plain !== undefined) return plain
  if (name.endsWith('[]')) return { type: 'array', items: readPart(name.slice(0, -2)) }
  // an unnamed schema is inlined
  const unnamed = name.startsWith('{') ? entities[name] : undefined
  if (unnamed !== undefined) return publish(unnamed as JsonSchema)
  return { $ref: `#/components/schemas/${componentName(name)}` }
}
