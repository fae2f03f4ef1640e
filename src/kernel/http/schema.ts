import type { Static, TProperties, TSchema, TUnsafe, Type as TypeBox } from 'typebox'

export type { Static, TProperties, TSchema, TUnsafe }

/** Marks an optional member, for `Type.Object`. */
const OPTIONAL = Symbol('optional')

type Node = Record<string | symbol, unknown>

/**
 * TypeBox's builders for the few schemas that requests and entities need, with its types and the same JSON Schema.
 * TypeBox itself loads 373 modules, a tenth of a second at each start and 15 MB, for the work of these lines.
 */
export const Type = {
  String: (options?: Node) => ({ type: 'string', ...options }),
  Integer: (options?: Node) => ({ type: 'integer', ...options }),
  Number: (options?: Node) => ({ type: 'number', ...options }),
  Boolean: (options?: Node) => ({ type: 'boolean', ...options }),
  Null: () => ({ type: 'null' }),
  Unknown: () => ({}),
  Literal: (value: string | number | boolean) => ({ type: typeof value, const: value }),
  Array: (items: Node, options?: Node) => ({ type: 'array', items, ...options }),
  Enum: (values: readonly string[]) => ({ enum: values }),
  Ref: (name: string) => ({ $ref: name }),
  Union: (anyOf: readonly Node[]) => ({ anyOf }),
  Unsafe: (schema: Node) => ({ ...schema }),
  Optional: (schema: Node) => ({ ...schema, [OPTIONAL]: true }),
  Object(properties: Record<string, Node>, options?: Node) {
    const required = Object.keys(properties).filter((name) => !properties[name]?.[OPTIONAL])
    return {
      type: 'object',
      ...(required.length === 0 ? {} : { required }),
      properties,
      ...options,
    }
  },
} as unknown as Pick<
  typeof TypeBox,
  | 'String'
  | 'Integer'
  | 'Number'
  | 'Boolean'
  | 'Null'
  | 'Unknown'
  | 'Literal'
  | 'Array'
  | 'Enum'
  | 'Ref'
  | 'Union'
  | 'Unsafe'
  | 'Optional'
  | 'Object'
>
