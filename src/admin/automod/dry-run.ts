import { loadAccounts } from '../../accounts/serializer.ts'
import type { App } from '../../app.ts'
import { compileRules } from '../../automod/compile.ts'
import type { Condition } from '../../automod/fields.ts'
import type { CheckedRule } from '../../automod/input.ts'
import { idAt } from '../../ids.ts'
import { type JsonText, jsonList, jsonObject, toJson } from '../../json.ts'
import { someAccounts, someStatuses, type Tried } from './dry-run-facts.ts'
import { loadForStaff } from './serializer.ts'

const DAY = 86_400_000
/** what one dry run looks at: the newest */
const MOST_CHECKED = 20_000
const AT_ONCE = 500
/** ms after which it stops */
const LONGEST = 5_000
const MOST_SAMPLES = 20

/**
 * What a rule would have matched, of what came in the last days and is still here. Bounded in what it looks at
 * and in time: `complete` says whether it got to the end. Hashes of media, descriptions and polls are not looked
 * at, and statuses that are not for everybody are counted but not shown (A67).
 *
 * @param most how many are looked at
 */
export async function dryRun(
  app: App,
  rule: CheckedRule,
  days: number,
  most = MOST_CHECKED,
): Promise<JsonText> {
  const conditions = rule.conditions as unknown as Condition[]
  const { name, match, action, applies_to: subject, origin } = rule
  const compiled = compileRules([{ id: '0', name, mode: 'shadow', match, action, conditions }])!
  const startedAt = performance.now()
  const after = idAt(app.clock() - days * DAY)
  const samples: Tried[] = []
  let [checked, matched, complete] = [0, 0, false]
  for (let before = idAt(app.clock() + DAY); !complete && checked < most; ) {
    const limit = Math.min(AT_ONCE, most - checked)
    const portion = { origin, after, before, limit }
    const some =
      subject === 'statuses'
        ? await someStatuses(app, portion, compiled.asks)
        : await someAccounts(app, portion)
    for (const tried of some) {
      if (tried.facts === null || compiled.evaluate(tried.facts).length === 0) continue
      matched += 1
      if (samples.length < MOST_SAMPLES && isForAll(tried)) samples.push(tried)
    }
    checked += some.length
    complete = some.length < limit
    before = some.at(-1)?.id ?? after
    if (performance.now() - startedAt > LONGEST) break
  }
  const shown = await renderSamples(app, subject, samples)
  return jsonObject({
    checked: toJson(checked),
    matched: toJson(matched),
    complete: toJson(complete),
    samples: shown,
  })
}

function isForAll({ visibility }: Tried): boolean {
  return visibility === null || visibility === 'public' || visibility === 'unlisted'
}

async function renderSamples(
  app: App,
  subject: CheckedRule['applies_to'],
  samples: readonly Tried[],
): Promise<JsonText> {
  const accounts = await loadAccounts(
    app,
    samples.map(({ accountId }) => accountId),
  )
  const ids = subject === 'statuses' ? samples.map(({ id }) => id) : []
  const statuses = await loadForStaff(app, ids)
  return jsonList(
    samples.flatMap(({ id, accountId }) => {
      const account = accounts.get(accountId)
      const status = statuses.get(id)
      if (account === undefined) return []
      return [jsonObject({ ...(status === undefined ? {} : { status }), account })]
    }),
  )
}
