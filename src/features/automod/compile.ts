import { BlockList, isIP } from 'node:net'
import { coveringNames } from '../instance/domain-policy.ts'
import { type Condition, type Facts, FIELDS, type Field, type Operator } from './fields.ts'
import type { Match, Rule } from './rule.ts'
import { patternTerm, type Term, wordTerm } from './terms.ts'
import { createTextSearch, type TextSearch } from './text-search.ts'

/** Rules compiled for matching many statuses or accounts. */
export interface CompiledRules {
  /** the fields that the rules use: other facts need not be loaded */
  readonly asks: ReadonlySet<Field>
  /** every matching rule, highest priority first */
  evaluate(facts: Facts): Match[]
}

/** Returns the reason why a condition holds, for people; null: it does not hold. */
type Test = (facts: Facts, known: Known) => string | null

/** Intermediate results that several conditions on the same field share. */
interface Known {
  /** matches in the field's text, by term */
  found(field: Field): ReadonlyMap<number, string>
  /** domains and their parents */
  domains(field: Field): readonly string[]
}

/** @returns null if there are no rules */
export function compileRules(rules: readonly Rule[]): CompiledRules | null {
  if (rules.length === 0) return null
  const terms = new Map<Field, Term[]>()
  const compiled = rules.map((rule) => ({
    rule,
    tests: rule.conditions.map((condition) => testOf(condition, terms)),
  }))
  const searches = new Map<Field, TextSearch>()
  for (const [field, list] of terms) searches.set(field, createTextSearch(list))
  return {
    asks: new Set(rules.flatMap(({ conditions }) => conditions.map(({ field }) => field))),
    evaluate(facts) {
      const known: Known = {
        found: once((field) => {
          const text = facts[field]
          return typeof text === 'string' ? searches.get(field)!.find(text) : NOTHING
        }),
        domains: once((field) => namesOf(facts[field]).flatMap(coveringNames)),
      }
      const matches: Match[] = []
      for (const { rule, tests } of compiled) {
        const explanation = explain(rule, tests, facts, known)
        if (explanation !== null) matches.push({ rule, explanation })
      }
      return matches
    },
  }
}

const NOTHING: ReadonlyMap<number, string> = new Map()

function once<T>(find: (field: Field) => T): (field: Field) => T {
  const known = new Map<Field, T>()
  return (field) => {
    const before = known.get(field)
    if (before !== undefined) return before
    const now = find(field)
    known.set(field, now)
    return now
  }
}

function explain(
  { match }: Rule,
  tests: readonly Test[],
  facts: Facts,
  known: Known,
): string[] | null {
  let reasons: string[] | null = null
  for (const test of tests) {
    const reason = test(facts, known)
    if (reason !== null) {
      reasons ??= []
      reasons.push(reason)
    } else if (match === 'all') return null
  }
  return reasons
}

function testOf(condition: Condition, terms: Map<Field, Term[]>): Test {
  const { field } = condition
  switch (FIELDS[field].kind) {
    case 'number':
      return numberTest(condition)
    case 'text':
      return textTest(condition, terms)
    case 'address':
      return addressTest(condition)
    case 'flag':
      return comparing(condition, (fact) => [String(fact)], [String(condition.value)])
    case 'domain':
    case 'domains':
      return comparing(condition, (_, known) => known.domains(condition.field))
    case 'word':
    case 'set':
      return comparing(condition, namesOf)
  }
}

const COMPARE: Partial<Record<Operator, (fact: number, value: number) => boolean>> = {
  at_least: (fact, value) => fact >= value,
  at_most: (fact, value) => fact <= value,
  is: (fact, value) => fact === value,
  is_not: (fact, value) => fact !== value,
}

function numberTest({ field, operator, value }: Condition): Test {
  const compare = COMPARE[operator]
  return (facts) => {
    const fact = facts[field]
    if (typeof fact !== 'number' || compare?.(fact, Number(value)) !== true) return null
    return `${FIELDS[field].label}: ${Math.floor(fact)} (${operator} ${value})`
  }
}

/** Whether one of the fact's values is among the condition's. */
function comparing(
  { field, operator, value }: Condition,
  names: (fact: Facts[Field], known: Known) => readonly string[],
  values: readonly string[] = valuesOf(value),
): Test {
  const wanted = new Set(values.map((one) => one.toLowerCase()))
  const { label } = FIELDS[field]
  return (facts, known) => {
    const fact = facts[field]
    if (fact === undefined) return null
    const hit = names(fact, known).find((name) => wanted.has(name))
    if (operator === 'is_not') {
      return hit === undefined ? `${label}: not ${[...wanted].slice(0, 3).join(', ')}` : null
    }
    return hit === undefined ? null : `${label}: ${hit}`
  }
}

function namesOf(fact: Facts[Field]): readonly string[] {
  return typeof fact === 'string' ? [fact] : Array.isArray(fact) ? (fact as string[]) : []
}

/** A condition's value as a list. */
export function valuesOf(value: Condition['value']): readonly string[] {
  return Array.isArray(value) ? (value as readonly string[]) : [String(value)]
}

function textTest({ field, operator, value }: Condition, terms: Map<Field, Term[]>): Test {
  const list = terms.get(field) ?? []
  terms.set(field, list)
  const first = list.length
  const make = operator === 'matches' ? patternTerm : wordTerm
  for (const one of valuesOf(value)) {
    const term = make(one)
    if (term !== null) list.push(term)
  }
  const last = list.length
  const said = `${FIELDS[field].label} ${operator === 'matches' ? 'matches' : 'contains'}`
  return (_, known) => {
    const hits = known.found(field)
    if (hits.size === 0) return null
    for (let at = first; at < last; at++) {
      const hit = hits.get(at)
      if (hit !== undefined) return `${said} "${hit}"`
    }
    return null
  }
}

function addressTest({ field, operator, value }: Condition): Test {
  const list = new BlockList()
  for (const range of valuesOf(value)) {
    const [address = '', prefix] = range.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    list.addSubnet(address, Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family)
  }
  return (facts) => {
    const fact = facts[field]
    if (typeof fact !== 'string' || isIP(fact) === 0) return null
    const covered = list.check(fact, isIP(fact) === 6 ? 'ipv6' : 'ipv4')
    return covered === (operator !== 'is_not') ? `${FIELDS[field].label}: ${fact}` : null
  }
}
