import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type as TypeBox } from 'typebox'
import { Type } from './schema.ts'

test('schemas are what TypeBox makes of the same calls', () => {
  const make = (build: typeof Type) =>
    build.Object({
      text: build.String({ maxLength: 5 }),
      count: build.Optional(build.Integer({ minimum: 0 })),
      ratio: build.Optional(build.Number()),
      flag: build.Boolean(),
      any: build.Unknown(),
      none_at_all: build.Null(),
      word: build.Enum(['a', 'b']),
      other: build.Ref('Account'),
      closed: build.Object({ id: build.String() }, { additionalProperties: false }),
      list: build.Array(build.Object({ id: build.String() }), { maxItems: 3 }),
      choice: build.Union([build.Literal('a'), build.Literal(2)]),
      made: build.Unsafe<string>({ kind: 'file' }),
      none: build.Object({ maybe: build.Optional(build.String()) }),
    })

  assert.deepEqual(
    JSON.parse(JSON.stringify(make(Type))),
    JSON.parse(JSON.stringify(make(TypeBox))),
  )
})
