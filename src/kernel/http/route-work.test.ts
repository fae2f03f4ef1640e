import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import type { RouteOptions } from 'fastify'
import { createRunningWork } from '../instruments/running-work.ts'
import { routeWork } from './route-work.ts'

/** A request to a route whose response is closed already, or will be. */
function begin(closed: boolean) {
  const work = createRunningWork()
  const hook = routeWork(work, { method: 'GET', url: '/slow' } as RouteOptions)
  const raw = Object.assign(new EventEmitter(), { closed })
  const reply = { raw } as unknown as Parameters<typeof hook>[1]
  hook.call({} as never, {} as never, reply, () => {})
  work.nextPeriod()
  return { work, raw }
}

test('a request is running work until its response is closed', () => {
  const { work, raw } = begin(false)
  assert.deepEqual(work.ranInPeriod(), ['GET /slow'])

  raw.emit('close')
  work.nextPeriod()

  assert.equal(work.hasRun(), false)
})

test('a request whose client left before it came to its route is no running work', () => {
  assert.equal(begin(true).work.hasRun(), false)
})
