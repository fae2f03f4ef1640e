import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePairs, UnreadableParams } from './nested-params.ts'

/** The same with ordinary prototypes, for comparison. */
function parse(text: string): unknown {
  return JSON.parse(JSON.stringify(parsePairs(text)))
}

test('pairs become strings; of a name given twice the last counts', () => {
  assert.deepEqual(parse('a=1&b=x+y%26z&a=2&c&d=&&=x'), { a: '2', b: 'x y&z', c: '', d: '' })
})

test('brackets make lists and records, in any depth up to eight', () => {
  assert.deepEqual(parse('a[]=1&a[]=2'), { a: ['1', '2'] })
  assert.deepEqual(parse('a[b][c]=1&a[b][d][]=2'), { a: { b: { c: '1', d: ['2'] } } })
  assert.deepEqual(parse('a[0]=x&a[1]=y'), { a: { 0: 'x', 1: 'y' } })
  assert.deepEqual(parse('a[][b]=1&a[][c]=2&a[][b]=3'), { a: [{ b: '1', c: '2' }, { b: '3' }] })
  assert.deepEqual(parse('a[][b][c]=1&a[][b][d]=2&a[][e][]=3'), {
    a: [{ b: { c: '1', d: '2' }, e: ['3'] }],
  })
  assert.deepEqual(parse('a[][]=1'), { a: ['1'] })
})

test('a later kind of value takes the place of an earlier one', () => {
  assert.deepEqual(parse('a=1&a[]=2'), { a: ['2'] })
  assert.deepEqual(parse('a[]=1&a[b]=2'), { a: { b: '2' } })
  assert.deepEqual(parse('a[b]=1&a=2'), { a: '2' })
})

test('brackets that do not match are part of the name', () => {
  for (const name of ['a[b', 'a]', '[a]', 'a[b]c', 'a[[b]]']) {
    assert.deepEqual(parse(`${name}=1`), { [name]: '1' })
  }
})

test('no name reaches a prototype', () => {
  const params = parsePairs(
    '__proto__[polluted]=1&constructor[prototype][polluted]=1&a[__proto__][polluted]=1',
  )

  assert.equal((Object.prototype as { polluted?: unknown }).polluted, undefined)
  assert.equal(Object.getPrototypeOf(params), null)
  assert.deepEqual(Object.keys(params), ['__proto__', 'constructor', 'a'])
})

test('A36 too many, too deep, badly encoded or null is refused', () => {
  for (const text of [
    'a=1&'.repeat(1001),
    `a${'[b]'.repeat(8)}=1`,
    `a${'[]'.repeat(5000)}=1`,
    'a=%',
    'a=%ff',
    '%ff=a',
    'a=%00',
    '%00=a',
  ]) {
    assert.throws(() => parsePairs(text), UnreadableParams, text.slice(0, 40))
  }
  assert.equal(
    Object.keys(parsePairs(Array.from({ length: 1000 }, (_, i) => `a${i}=1`).join('&'))).length,
    1000,
  )
  assert.doesNotThrow(() => parsePairs(`a${'[b]'.repeat(7)}=1`))
})
