import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import { UploadedFile } from '../body/uploaded-file.ts'
import { Demanded, Id, Nullable, Upload } from '../params.ts'
import { Type } from '../schema.ts'
import { readerOf } from './reader.ts'
import { Refused, type SchemaNode } from './schema-node.ts'

const schema = Type.Object({
  text: Type.String({ minLength: 1, maxLength: 5, pattern: '^[^!]*$' }),
  count: Type.Optional(Type.Integer({ minimum: -2, maximum: 7 })),
  ratio: Type.Optional(Type.Number({ minimum: 0 })),
  flag: Type.Boolean({ default: false }),
  kind: Type.Optional(Type.Union([Type.Literal('a'), Type.Literal('b')])),
  size: Type.Optional(Type.Union([Type.Literal(1), Type.Literal('two')])),
  either: Type.Optional(Type.Union([Type.Integer(), Type.Array(Type.Integer())])),
  list: Type.Optional(Type.Array(Type.Integer(), { minItems: 1, maxItems: 3 })),
  inner: Type.Optional(Type.Object({ a: Type.Optional(Type.String()), b: Type.Integer() })),
  maybe: Type.Optional(Nullable(Type.Integer())),
})

function read(value: unknown, of: object = schema): unknown {
  return readerOf(of as SchemaNode, '', 'body')(value)
}

test('whatever a reader lets through is valid by the schema', () => {
  const validate = new Ajv({ strict: false }).compile(schema)
  const values = valuesToTry()
  const keys = Object.keys(schema.properties)
  let passed = 0

  for (let round = 0; round < 20_000; round++) {
    const given = Object.fromEntries(
      keys.filter(() => values.random() < 0.4).map((key) => [key, values.next()]),
    )
    let result: unknown
    try {
      result = read({ text: 'hi', ...given })
    } catch (error) {
      assert.ok(error instanceof Refused, `${JSON.stringify(given)} ${error}`)
      continue
    }
    passed++
    assert.ok(validate(result), `${JSON.stringify(given)} -> ${JSON.stringify(result)}`)
  }
  assert.ok(passed > 500)
})

test('messages name the parameter, also within others', () => {
  const refused = (value: object) => {
    try {
      read({ text: 'hi', ...value })
    } catch (error) {
      return (error as Error).message
    }
    return null
  }

  assert.equal(refused({ count: 'x' }), 'count must be a whole number')
  assert.equal(refused({ count: 8 }), 'count must be at most 7')
  assert.equal(refused({ list: [1, 2, 3, 4] }), 'list may have 3 items at most')
  assert.equal(refused({ list: [1, 'x'] }), 'list[] must be a whole number')
  assert.equal(refused({ inner: { a: '' } }), 'inner[b] is missing')
  assert.equal(refused({ inner: [] }), 'inner must be an object')
  assert.equal(refused({ flag: {} }), 'flag must be true or false')
  assert.equal(refused({ text: '' }), 'text is too short (minimum is 1 characters)')
})

test('length counts characters, not UTF-16 units', () => {
  assert.deepEqual(read({ text: '🦉🦉🦉🦉🦉' }), { text: '🦉🦉🦉🦉🦉', flag: false })
  assert.throws(() => read({ text: '🦉🦉🦉🦉🦉🦉' }), Refused)
})

test('a default stands for what is missing, null and blank', () => {
  for (const flag of [undefined, null, '']) {
    assert.deepEqual(read({ text: 'hi', flag }), { text: 'hi', flag: false })
  }
})

test('a member of a union is chosen by what the value is, then by what it can be', () => {
  assert.deepEqual(read({ text: 'hi', either: 5 }), { text: 'hi', flag: false, either: 5 })
  assert.deepEqual(read({ text: 'hi', either: ['5'] }), { text: 'hi', flag: false, either: [5] })
  assert.deepEqual(read({ text: 'hi', either: '5' }), { text: 'hi', flag: false, either: 5 })
  const textFirst = Type.Object({ either: Type.Union([Type.String(), Type.Integer()]) })
  assert.deepEqual(read({ either: 5 }, textFirst), { either: 5 })
  assert.deepEqual(read({ either: '5' }, textFirst), { either: '5' })
})

test('a file is one of a multipart body; an object that looks like one is not', () => {
  const file = new UploadedFile('a.png', 'image/png')
  const body = Type.Object({ file: Type.Union([Upload, Type.String()]) })

  assert.deepEqual(read({ file }, body), { file })
  assert.deepEqual(read({ file: 'data:;base64,' }, body), { file: 'data:;base64,' })
  for (const forged of [{ ...file }, { path: '/etc/passwd' }, [file]]) {
    assert.throws(() => read({ file: forged }, body), Refused)
  }
  assert.throws(() => read({ text: file }), Refused)
  const inner = Type.Object({ filename: Type.Optional(Type.String()) })
  assert.throws(() => read({ inner: file }, Type.Object({ inner })), Refused)
})

test('ids are brought into the form of the database; what is none matches nothing', () => {
  const body = Type.Object({ id: Type.Optional(Id), ids: Type.Optional(Type.Array(Id)) })

  assert.deepEqual(read({ id: 12, ids: ['3', 'x', '', null] }, body), {
    id: '000000000000000012',
    ids: ['000000000000000003', '000000000000000000'],
  })
  assert.deepEqual(read({ id: '' }, body), {})
  assert.throws(() => read({ id: { a: 1 } }, body), Refused)
})

test('what must be there says 400 if it is not, where the schema wants that', () => {
  const body = Type.Object({ q: Demanded(Type.String()), r: Type.String() })
  const status = (value: object) => {
    try {
      read(value, body)
    } catch (error) {
      return (error as Refused).statusCode
    }
    return undefined
  }

  assert.equal(status({ r: 'x' }), 400)
  assert.equal(status({ q: '', r: 'x' }), 400)
  assert.equal(status({ q: 'x' }), null)
  assert.equal(status({ q: 'x', r: '' }), undefined)
})

test('a schema that says more than readers know is refused when it is built', () => {
  for (const unknown of [
    { type: 'string', format: 'email' },
    { type: 'array', items: {}, uniqueItems: true },
    { type: 'object', additionalProperties: true },
    { allOf: [] },
    { type: 'null' },
  ]) {
    const schema = { type: 'object', properties: { a: unknown } } as SchemaNode
    assert.throws(() => readerOf(schema, '', 'body'), /readers/)
  }
})

/** Values of all kinds, in the same order in each run. */
function valuesToTry(): { next(): unknown; random(): number } {
  let state = 7
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
  const plain = [
    '',
    ' ',
    'a',
    'b',
    'two',
    'hi',
    '!',
    'much too long',
    '3',
    '-1',
    '1.5',
    '1e400',
    'true',
    'off',
    0,
    1,
    2.5,
    -9,
    1e300,
    true,
    false,
    null,
    undefined,
  ]
  const next = (depth = 0): unknown => {
    const choice = random()
    if (depth < 3 && choice < 0.12)
      return Array.from({ length: random() * 5 }, () => next(depth + 1))
    if (depth < 3 && choice < 0.24) {
      const names = ['a', 'b', '0', '1', 'x'].filter(() => random() < 0.5)
      return Object.fromEntries(names.map((name) => [name, next(depth + 1)]))
    }
    return plain[Math.floor(random() * plain.length)]
  }
  return { next: () => next(), random }
}
