import { Ajv, type ValidateFunction } from 'ajv'
import { entities } from '../../src/features/reference/entities/all.ts'
import { addFormats } from './formats.ts'

/** A JSON Schema, with the keywords that are read here. */
export interface Shape {
  [keyword: string]: unknown
  type?: string | string[]
  $ref?: string
  properties?: Record<string, Shape>
  required?: string[]
  anyOf?: Shape[]
  oneOf?: Shape[]
  items?: Shape
}

/**
 * Our own schemas of entities.
 * @param level the server's `api_versions.mastodon`: members introduced up to it are required
 * @returns the validator of an entity, or undefined if we have none
 */
export function ownShapes(level: number): (entity: string) => ValidateFunction | undefined {
  const ajv = new Ajv({ strict: false, allErrors: true })
  addFormats(ajv)
  const shapes = shapesAt(level)
  for (const [name, shape] of Object.entries(shapes)) {
    if (/^\w+(::\w+)?$/.test(name)) ajv.addSchema(shape, referable(name))
  }
  return (entity) => {
    const shape = shapes[entity]
    return shape === undefined ? undefined : ajv.compile(shape)
  }
}

/** A name in the form for references: these are URLs, in which a colon would end the scheme. */
function referable(name: string): string {
  return name.replace('::', '.')
}

/** The schemas, with all members required that were introduced up to a level. */
export function shapesAt(level: number): Record<string, Shape> {
  const text = JSON.stringify(entities).replace(
    /("\$ref":")([\w:]+)/g,
    (_, start: string, name: string) => start + referable(name),
  )
  const shapes = JSON.parse(text) as Record<string, Shape>
  for (const shape of Object.values(shapes)) visit(shape, (part) => requireSince(part, level))
  return shapes
}

function requireSince(shape: Shape, level: number): void {
  const added = Object.entries(shape.properties ?? {}).filter(([, { since }]) => {
    return typeof since === 'number' && since <= level
  })
  if (added.length > 0) shape.required = [...(shape.required ?? []), ...added.map(([name]) => name)]
}

/** Calls back for a schema and all schemas within it. */
export function visit(shape: Shape, change: (part: Shape) => void): void {
  change(shape)
  const inner = [
    ...Object.values(shape.properties ?? {}),
    ...(shape.anyOf ?? []),
    ...(shape.oneOf ?? []),
    ...(shape.items === undefined ? [] : [shape.items]),
  ]
  for (const part of inner) visit(part, change)
}
