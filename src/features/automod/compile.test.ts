import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileRules } from './compile.ts'
import type { Condition, Facts } from './fields.ts'
import { checkRule, type RuleInput } from './input.ts'
import type { Rule } from './rule.ts'
import { verdictOf } from './verdict.ts'

const INPUT: RuleInput = {
  name: 'a rule',
  enabled: true,
  mode: 'live',
  applies_to: 'statuses',
  origin: 'any',
  match: 'all',
  action: 'reject',
  priority: 0,
  conditions: [{ field: 'text', operator: 'contains_any', value: 'spam' }],
}

function ruleOf(conditions: readonly Condition[], more: Partial<Rule> = {}): Rule {
  const base = { id: '1', name: 'r', mode: 'live', match: 'all', action: 'reject' } as const
  return { ...base, conditions, ...more }
}

/** Whether one condition holds, after validation of the input. */
function holds(
  condition: Condition,
  facts: Facts,
  applies_to: RuleInput['applies_to'] = 'statuses',
) {
  const { conditions } = checkRule({ ...INPUT, applies_to, conditions: [condition] })
  const rules = compileRules([ruleOf(conditions as unknown as Condition[])])!
  return rules.evaluate(facts).length > 0
}

const says = (operator: 'contains_any' | 'matches', value: string | string[], text: string) =>
  holds({ field: 'text', operator, value }, { text })

test('words are found whole, in any case and form', () => {
  assert.equal(says('contains_any', ['cheap pills', 'casino'], 'Try our CASINO now'), true)
  assert.equal(says('contains_any', ['cheap pills'], 'cheap  pills'), false)
  assert.equal(says('contains_any', 'cafe\u0301', 'im CAFÉ'), true)
  assert.equal(says('contains_any', 'pill', 'pills'), false)
  assert.equal(says('contains_any', '円', '千円札'), true)
})

test('patterns: any run of characters, one character, escapes, and open ends', () => {
  const cases: [pattern: string, text: string, matches: boolean][] = [
    ['buy*followers', 'Buy a THOUSAND cheap followers today', true],
    ['buy*followers', 'followers buy', false],
    ['buy*followers', 'buyfollowers', true],
    ['pill*', 'pills', true],
    ['pill*', 'spill', false],
    ['*pill*', 'spills', true],
    ['user????', 'user1234', true],
    ['user????', 'user12345', false],
    ['?oin', 'coin', true],
    ['b?tc?in', 'BUY b1tc0in', true],
    ['a*b*a', 'a b', false],
    ['a*b*a', 'a b a', true],
    ['aa*aa', 'aaa', false],
    ['50\\*', '50* off', true],
    ['50\\*', '500', false],
    ['a???*b', 'a b', false],
    ['x*?y', 'x zy', true],
    ['x*?y', 'xy', false],
  ]

  for (const [pattern, text, expected] of cases) {
    assert.equal(says('matches', pattern, text), expected, `${pattern} on ${text}`)
  }
})

test('A37: time grows with the text alone, whatever texts and patterns are made for', () => {
  const long = 100
  const hostile = [
    `${'a*'.repeat(long - 1)}c`,
    `${'a'.repeat(long)}?${'a'.repeat(long - 2)}c`,
    `*${'?a'.repeat(long - 2)}*c`,
    `${'ab'.repeat(long / 2)}*${'ba'.repeat(long / 2 - 1)}*c`,
  ]
  const rules = compileRules(
    Array.from({ length: 100 }, (_, at) =>
      ruleOf([{ field: 'text', operator: 'matches', value: hostile[at % hostile.length]! }]),
    ),
  )!
  const texts = ['a'.repeat(200_000), 'ab'.repeat(100_000), 'a '.repeat(100_000)]
  rules.evaluate({ text: 'warm' })

  const before = process.threadCpuUsage()
  for (const text of texts) assert.deepEqual(rules.evaluate({ text }), [])

  const { user } = process.threadCpuUsage(before)
  assert.ok(user < 3_000_000, `${user / 1000} ms of processor time`)
})

test('domains count with what is below them', () => {
  const from = (domain: string) =>
    holds({ field: 'domain', operator: 'in_list', value: ['Spam.example'] }, { domain })
  assert.deepEqual(
    [from('spam.example'), from('a.spam.example'), from('notspam.example')],
    [true, true, false],
  )
  const links = { link_domains: ['good.example', 'x.bad.example'] }
  assert.equal(holds({ field: 'link_domains', operator: 'is', value: 'bad.example' }, links), true)
  assert.equal(
    holds({ field: 'link_domains', operator: 'is_not', value: 'bad.example' }, links),
    false,
  )
})

test('numbers, flags, words, sets and addresses', () => {
  const cases: [Condition, Facts, boolean, RuleInput['applies_to']?][] = [
    [
      { field: 'account_age_hours', operator: 'at_most', value: 24 },
      { account_age_hours: 24 },
      true,
    ],
    [{ field: 'account_age_hours', operator: 'at_most', value: 24 }, {}, false],
    [{ field: 'links_count', operator: 'at_least', value: 3 }, { links_count: 2 }, false],
    [{ field: 'is_reply', operator: 'is', value: false }, { is_reply: false }, true],
    [{ field: 'sensitive', operator: 'is_not', value: true }, { sensitive: true }, false],
    [{ field: 'language', operator: 'in_list', value: ['xx', 'de'] }, { language: 'de' }, true],
    [{ field: 'language', operator: 'is_not', value: 'de' }, { language: '' }, true],
    [
      { field: 'hashtags', operator: 'contains_any', value: ['#Crypto'] },
      { hashtags: ['crypto'] },
      true,
    ],
    [{ field: 'media_hashes', operator: 'is', value: 'AB' }, { media_hashes: ['ab'] }, true],
    [
      { field: 'sign_up_ip', operator: 'in_list', value: ['10.0.0.0/8'] },
      { sign_up_ip: '10.1.2.3' },
      true,
      'accounts',
    ],
    [
      { field: 'sign_up_ip', operator: 'is', value: '2001:db8::/32' },
      { sign_up_ip: '10.1.2.3' },
      false,
      'accounts',
    ],
    [
      { field: 'email_domain', operator: 'is', value: 'bad.example' },
      { email_domain: 'mx.bad.example' },
      true,
      'accounts',
    ],
  ]

  for (const [condition, facts, expected, subject] of cases) {
    assert.equal(holds(condition, facts, subject), expected, JSON.stringify(condition))
  }
})

test('all or any of the conditions, with reasons; refusing wins, and shadows decide nothing', () => {
  const conditions: Condition[] = [
    { field: 'text', operator: 'contains_any', value: 'spam' },
    { field: 'followers_count', operator: 'at_most', value: 1 },
  ]
  const rules = compileRules([
    ruleOf(conditions, { id: '1', action: 'hold', match: 'any' }),
    ruleOf(conditions, { id: '2', action: 'reject' }),
    ruleOf(conditions, { id: '3', action: 'limit', mode: 'shadow', match: 'any' }),
  ])!

  const some = rules.evaluate({ text: 'Spam!', followers_count: 7 })
  const all = rules.evaluate({ text: 'Spam!', followers_count: 0 })

  assert.deepEqual(
    some.map(({ rule }) => rule.id),
    ['1', '3'],
  )
  assert.deepEqual(some[0]?.explanation, ['text contains "Spam"'])
  assert.deepEqual(all[1]?.explanation, ['text contains "Spam"', 'followers: 0 (at_most 1)'])
  assert.partialDeepStrictEqual(verdictOf(some), { reject: null, limit: false })
  assert.equal(verdictOf(some).hold?.rule.id, '1')
  assert.equal(verdictOf(all).reject?.rule.id, '2')
})

test('a rule that makes no sense is refused with what it could be', () => {
  const wrong: [Partial<RuleInput>, RegExp][] = [
    [{ name: ' ' }, /Name can't be blank/],
    [{ conditions: [] }, /Conditions must be 1 to 20/],
    [{ conditions: [{ field: 'colour', operator: 'is', value: 'red' }] }, /not one of .*text/],
    [{ conditions: [{ field: 'email_domain', operator: 'is', value: 'a.b' }] }, /is not one of/],
    [{ conditions: [{ field: 'text', operator: 'at_least', value: 1 }] }, /contains_any, matches/],
    [{ conditions: [{ field: 'text', operator: 'matches', value: 'a*??*b' }] }, /between any two/],
    [{ conditions: [{ field: 'text', operator: 'matches', value: '***' }] }, /between any two/],
    [{ conditions: [{ field: 'links_count', operator: 'is', value: 'x' }] }, /must be a number/],
    [{ conditions: [{ field: 'is_reply', operator: 'is', value: 'maybe' }] }, /true or false/],
    [{ conditions: [{ field: 'domain', operator: 'is', value: 'not a domain' }] }, /a domain like/],
    [{ applies_to: 'accounts', origin: 'remote', action: 'hold' }, /limit others instead/],
  ]

  for (const [more, message] of wrong) {
    assert.throws(() => checkRule({ ...INPUT, ...more }), { message }, JSON.stringify(more))
  }
})
