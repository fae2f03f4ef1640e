import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { readCsv } from '../src/kernel/text/csv.ts'
import { longestAllowed, measureLoop } from './support/event-loop.ts'
import { fastest } from './support/fastest.ts'
import { FRAMES, filled, PARSERS, UNITS } from './support/strange-texts.ts'

for (const [name, { most: whole, read }] of Object.entries(PARSERS)) {
  // what is quadratic takes seconds for a quarter already; test/long/parsers.test.ts takes it whole
  const most = whole / 4
  test(`A58 ${name} is read in time that grows as it does`, async () => {
    const plain = 'some words '.repeat(most / 11)
    read(plain)
    const allowed = Math.max(HARMLESS, 30 * (await cpu(() => read(plain), 5)))
    for (const unit of UNITS) {
      for (const frame of FRAMES) {
        const label = `${JSON.stringify(unit)} after ${frame[0].slice(0, 10)}`
        // small first, so that what is worse than quadratic fails here and does not take an hour
        const part = await cpu(() => read(filled(frame, unit, most / 16)))
        assert.ok(part < allowed, `${label}: ${part} ms for a sixteenth`)
        const text = filled(frame, unit, most)
        if ((await cpu(() => read(text))) < allowed) continue
        const again = await cpu(() => read(text), 5)
        assert.ok(again < allowed, `${label}: ${again} ms`)
      }
    }
  })
}

/** ms of processor time that no reader of so little comes near to, and every quadratic one goes far beyond */
const HARMLESS = 250

const cpu = (run: () => unknown, runs = 1) => fastest(run, { runs })

test('A58 a CSV file never holds the loop for long', async () => {
  const limits = { rows: 10_000, rowBytes: 16_384 }
  const rows = (row: string) =>
    Array.from({ length: 64 }, () => Buffer.from(row.repeat((64 << 10) / row.length)))
  const reading = (row: string) =>
    measureLoop(() => readCsv(Readable.from(rows(row)), limits).catch(() => null))
  await reading('a,b\n')
  const control = await reading('somebody@example.com,true,false\n')
  for (const row of ['\n', ',', '"', '""', '","', ' ', 'a\n', '\0', '"a"b,', '\r']) {
    const load = await reading(row)
    const label = `${JSON.stringify(row)}: ${load.longest} ms of ${load.total} ms`
    assert.ok(load.longest < longestAllowed(control), label)
  }
})
