import { type TProperties, type TSchema, Type } from '../../../kernel/http/schema.ts'

/** An entity with exactly these attributes. */
export const closed = (properties: TProperties) =>
  Type.Object(properties, { additionalProperties: false })

export const nullable = (schema: TSchema) => Type.Union([schema, Type.Null()])

export const optional = (schema: TSchema) => Type.Optional(schema)

/** Required if the server states this level of `api_versions.mastodon`. */
export const since = (level: number, schema: TSchema) =>
  Type.Optional(Type.Unsafe({ ...schema, since: level }))

export const oneOf = (...values: string[]) => Type.Enum(values)

export const ref = (entity: string) => Type.Ref(entity)
export const listOf = (schema: TSchema) => Type.Array(schema)

/** An object with arbitrary member names. */
export const mapOf = (value: TSchema) =>
  Type.Unsafe({ type: 'object', additionalProperties: value })

export const text = Type.String()
export const flag = Type.Boolean()
export const count = Type.Integer({ minimum: 0 })
/** S-010 */
export const id = Type.String({ pattern: '^-?\\d+$' })
export const url = Type.String({ format: 'uri' })
/** S-012 */
export const time = Type.String({
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$',
})
/** S-012: the few times without a fraction */
export const shortTime = Type.String({
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{3})?Z$',
})
export const day = Type.String({ format: 'date' })
/** S-012: `Account.created_at` */
export const midnight = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT00:00:00\\.000Z$' })
export const language = Type.String({ format: 'iso-639-1' })
export const visibility = oneOf('public', 'unlisted', 'private', 'direct')

/** Levels of `api_versions.mastodon` that added attributes (S-303). */
export const LEVEL = { '4.4': 6, '4.5': 7, '4.6': 10 } as const
