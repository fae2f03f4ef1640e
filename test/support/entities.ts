import assert from 'node:assert/strict'
import type { Response } from 'light-my-request'
import { createOracle } from '../../conformance/oracle/oracle.ts'
import { API_VERSION } from '../../src/features/instance/software.ts'
import { clientProblems, readClientDifferences, readDemands } from './client-types.ts'

const oracle = await createOracle(null, API_VERSION)
const demands = await readDemands()
const differences = await readClientDifferences()

/**
 * Fails unless the value is the entity: all that is nullable is there, what is optional is there
 * whole or not at all, nothing else is there (S-014), and the strictest client can decode it.
 *
 * @param entity as surface.tsv calls it; `Status[]` for a list
 */
export function assertEntity(entity: string, value: unknown): void {
  const name = entity.replace('[]', '')
  const items = name === entity ? [value] : (value as unknown[])
  assert.ok(Array.isArray(items), `a list of ${name}`)
  for (const item of items) {
    const undecoded = clientProblems(demands, name, item).filter((one) => !differences.has(one))
    const problems = [...oracle.problems(name, item), ...undecoded]
    assert.deepEqual(problems, [], `${name}: ${JSON.stringify(item)}`)
  }
}

/** The body of a reply that must be 200 and hold this entity. */
// biome-ignore lint/suspicious/noExplicitAny: what is in it was checked
export function entityOf(response: Response, entity: string): any {
  assert.equal(response.statusCode, 200, response.body)
  const value = response.json()
  assertEntity(entity, value)
  return value
}

/** Ids of a list of entities, in order. */
export function idsOf(list: readonly { id: string }[]): string[] {
  return list.map((item) => item.id)
}
