import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasOperators, offered, operators, withOperator } from './operators.ts'

test('an operator is put behind what was typed, and taken away again', () => {
  assert.equal(withOperator(' cats  and dogs ', 'has:image'), 'cats and dogs has:image')
  assert.equal(withOperator('cats has:image dogs', 'has:image'), 'cats dogs')
  assert.equal(withOperator('-is:reply', 'is:reply'), '-is:reply is:reply')
  assert.equal(withOperator('', 'from:me'), 'from:me')
})

test('operators are told from words that hold a colon', () => {
  for (const text of ['from:me', 'cats -is:reply', 'HAS:link', 'x before:2026']) {
    assert.ok(hasOperators(text), text)
  }
  for (const text of ['from: me', 'http://x.example', 'xfrom:me', 'at 10:30', 'is:']) {
    assert.ok(!hasOperators(text), text)
  }
})

test('whatever is offered whole is an operator', () => {
  for (const { text, isWhole } of operators()) assert.equal(hasOperators(text), isWhole, text)
  assert.ok(offered().length > 5)
  assert.match(offered().at(-1)?.text ?? '', /^after:\d{4}-\d\d-\d\d$/)
})
