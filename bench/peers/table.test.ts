import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tableOf } from './table.ts'

const round = (p50: number, cpu: number | null) => ({ perSecond: 100, p50, p99: 9, cpu })

test('the ratio is that of the same round, so a machine that slows down does not change it', () => {
  const first = [round(1, 1), round(1, 2), round(1, 4)]
  const second = [round(1, 2), round(1, 4), round(1, 8)]

  const table = tableOf([{ what: 'home', rounds: [first, second] }], ['a', 'b'])

  assert.match(table, /\| home \| a \|.*\| 2\.000 \(1\.000–4\.000\) \| {2}\|/)
  assert.match(table, /\| home \| b \|.*\| 4\.000 \(2\.000–8\.000\) \| 2\.00 \(2\.00–2\.00\) \|/)
})

test('without CPU of both servers the ratio is that of p50', () => {
  const table = tableOf([{ what: 'home', rounds: [[round(2, 1)], [round(3, null)]] }], ['a', 'b'])

  assert.match(table, /\| b \|.*\| {2}\| 1\.50 \(1\.50–1\.50\) of p50 \|/)
})

test('a server that a row skips has no line, and no ratio to it is given', () => {
  const table = tableOf([{ what: 'home', rounds: [[], [round(3, 1)]] }], ['a', 'b'])

  assert.doesNotMatch(table, /\| a \|/)
  assert.match(table, /\| home \| b \|.*\| {2}\|$/m)
})
