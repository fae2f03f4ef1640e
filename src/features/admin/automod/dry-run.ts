import { DAY } from '../../../kernel/base/durations.ts'
import { idAt } from '../../../kernel/base/ids.ts'
import { type JsonText, jsonList, jsonObject, toJson } from '../../../kernel/base/json.ts'
import type { App } from '../../../kernel/core/app.ts'
import { loadAccounts } from '../../accounts/serializer.ts'
import { compileRules } from '../../automod/compile.ts'
import { type Condition, FOR_MANAGERS } from '../../automod/fields.ts'
import type { CheckedRule } from '../../automod/input.ts'
import { demandPermission, type Rank } from '../../roles/policy.ts'
import { someAccounts, someStatuses, type Tried } from './dry-run-facts.ts'
import { loadForStaff } from './serializer.ts'

/** maximum of statuses or accounts that one dry run checks, newest first */
const MOST_CHECKED = 20_000
const AT_ONCE = 500
/** ms after which it stops */
const LONGEST = 5_000
const MOST_SAMPLES = 20

/**
 * The existing statuses or accounts of the last days that a rule would have matched. Limited in
 * number and in time: `complete` tells whether it reached the end. It checks neither media hashes,
 * descriptions and polls nor statuses that are not public or unlisted: even a number would reveal
 * their content (A81).
 *
 * @param most maximum of checked statuses or accounts
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
      if (samples.length < MOST_SAMPLES) samples.push(tried)
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

/**
 * Requires access to all data of users that a rule checks: its matches reveal them (A81).
 * @throws Forbidden
 */
export function demandFacts(staff: Rank, { conditions }: Pick<CheckedRule, 'conditions'>): void {
  const asked = conditions.map(({ field }) => field as Condition['field'])
  if (asked.some((field) => FOR_MANAGERS.includes(field))) demandPermission(staff, 'manageUsers')
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
