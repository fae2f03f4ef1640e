import { NotArranged } from '../http/client.ts'
import type { Oracle } from '../oracle/oracle.ts'
import { readSuccess } from '../oracle/success.ts'
import type { World } from '../people/world.ts'
import type { NotYet } from '../spec/not-yet.ts'
import type { SurfaceRow } from '../spec/surface.ts'
import type { Claim } from './claims.ts'
import { FIRST_PAGE } from './pages.ts'
import type { Operation } from './row.ts'
import { createWalk, type Walk } from './walk.ts'

export interface RowResult {
  row: SurfaceRow
  /** unseen: nothing failed, but no entry of the list could be arranged on a foreign server */
  state: 'pass' | 'fail' | 'not yet' | 'unseen'
  claims: Claim[]
  leftOut: string[]
  /** milestone of an operation that is not implemented yet */
  milestone: string | null
  /** listed as not implemented, but its checks pass */
  ready: boolean
}

export interface Journey {
  surface: readonly SurfaceRow[]
  operations: readonly Operation[]
  notYet: NotYet
  world: World
  oracle: Oracle
}

/** Walks the rows in order; an error in one is recorded and the next one begins. */
export async function walkAll(journey: Journey): Promise<RowResult[]> {
  const checks = new Map(journey.operations.map(({ operation, check }) => [operation, check]))
  const results: RowResult[] = []
  for (const row of journey.surface) {
    const check = checks.get(row.operation)
    const milestone = journey.notYet.operations.get(row.operation) ?? null
    results.push(await walkRow(journey, row, check, milestone))
  }
  return results
}

async function walkRow(
  { world, oracle }: Journey,
  row: SurfaceRow,
  check: Operation['check'] | undefined,
  milestone: string | null,
): Promise<RowResult> {
  const walk = createWalk(row, readSuccess(row.success, oracle.knows), world, oracle)
  if (check !== undefined) await run(walk, check)
  else if (milestone === null) walk.claim('has a check', false, 'conformance/groups has none')
  const listed = row.pagination.startsWith('link') && walk.leftOut.length === 0
  if (check !== undefined && listed) {
    const turned = walk.made.some(({ what }) => what === FIRST_PAGE)
    walk.claim('pages are turned', turned, 'the check calls no checkPages')
  }
  const shown = walk.success.list && row.method === 'GET'
  const unseen = check !== undefined && shown && walk.entries() === 0
  if (unseen && walk.leftOut.length === 0) walk.claim('an entry was seen', false, 'empty lists')
  const failed = walk.made.some(({ holds }) => !holds)
  const passes = check !== undefined && !failed
  return {
    row,
    state: milestone !== null ? 'not yet' : failed ? 'fail' : unseen ? 'unseen' : 'pass',
    claims: walk.made,
    leftOut: walk.leftOut,
    milestone,
    ready: milestone !== null && passes,
  }
}

async function run(walk: Walk, check: Operation['check']): Promise<void> {
  const work = [() => check(walk)]
  for (;;) {
    const step = work.pop() ?? walk.cleanUp.pop()
    if (step === undefined) return
    try {
      await step()
    } catch (error) {
      const what = error instanceof NotArranged ? 'could be arranged' : 'went to its end'
      walk.claim(what, false, String(error))
    }
  }
}
