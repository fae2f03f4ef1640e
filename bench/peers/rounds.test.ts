import assert from 'node:assert/strict'
import { test } from 'node:test'
import { counted, roundsOf } from './rounds.ts'

function serverAt(address: string) {
  return { address: new URL(address), tokens: [], pids: [], streaming: null }
}

/** A connection whose every answer has this status. */
function answering(status: number, told: () => void = () => {}) {
  return () => ({
    send: async () => {
      told()
      return { status, bodyBytes: 1 }
    },
    close() {},
  })
}

test('servers work by turns, and the first two rounds do not count', async () => {
  const order: string[] = []
  const works = ['http://a.example', 'http://b.example'].map((address) => {
    const open = answering(200, () => order.push(address.at(7)!))
    return { server: serverAt(address), work: counted(open, 1, 1) }
  })

  const rounds = await roundsOf(works, 2)

  assert.equal(order.join(''), 'abababab')
  assert.deepEqual(
    rounds.map((some) => some.length),
    [2, 2],
  )
  assert.equal(rounds[0]![0]!.cpu, null)
})

test('counted work sends exactly as many requests over all its connections', async () => {
  let sent = 0
  const work = counted(
    answering(200, () => sent++),
    50,
    8,
  )

  const { requests } = await work()

  assert.equal(requests, 50)
  assert.equal(sent, 50)
})

test('a row with a failed request is no result', async () => {
  const one = { server: serverAt('http://a.example'), work: counted(answering(404), 3, 1) }

  await assert.rejects(roundsOf([one], 1), /3 requests failed/)
})
