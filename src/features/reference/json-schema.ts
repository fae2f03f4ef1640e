/** A JSON Schema; only the keywords that are read here. */
export interface JsonSchema {
  [keyword: string]: unknown
  type?: string | string[]
  $ref?: string
  const?: unknown
  enum?: readonly unknown[]
  properties?: Record<string, JsonSchema>
  required?: readonly string[]
  anyOf?: readonly JsonSchema[]
  items?: JsonSchema
  additionalProperties?: boolean | JsonSchema
  description?: string
}

/** The name of an entity in the document: letters, digits and `_`, as OpenAPI requires. */
export function componentName(entity: string): string {
  return entity.replace(/::/g, '_').replace(/[^\w]+/g, '')
}

/** The same schema with references into the document, and without our own keywords. */
export function publish(schema: JsonSchema): JsonSchema {
  const { since: _, $ref, properties, items, anyOf, additionalProperties, ...rest } = schema
  return {
    ...rest,
    ...($ref !== undefined && { $ref: `#/components/schemas/${componentName($ref)}` }),
    ...(properties !== undefined && { properties: mapValues(properties, publish) }),
    ...(items !== undefined && { items: publish(items) }),
    ...(anyOf !== undefined && { anyOf: anyOf.map(publish) }),
    ...(additionalProperties !== undefined && {
      additionalProperties:
        typeof additionalProperties === 'object'
          ? publish(additionalProperties)
          : additionalProperties,
    }),
  }
}

export function mapValues<From, To>(
  from: Readonly<Record<string, From>>,
  change: (value: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(from).map(([name, value]) => [name, change(value)]))
}
