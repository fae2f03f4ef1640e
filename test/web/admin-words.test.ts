import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { SETTING_DESCRIPTIONS } from '../../src/features/instance/setting-descriptions.ts'
import { asTyped, changesOf } from '../../web/admin/pages/settings/form-values.ts'
import { choiceTitle, titleOf } from '../../web/admin/pages/settings/titles.ts'
import { actorOf, describeAction, hasWords } from '../../web/admin/parts/audit-words.ts'
import { ApiError } from '../../web/shared/api-error.ts'
import type { SettingDescription, Settings } from '../../web/shared/entities/settings.ts'
import {
  formatBytes,
  formatCompact,
  formatNumber,
  formatRelative,
} from '../../web/shared/format.ts'

const NOW = Date.parse('2026-03-01T12:00:00.000Z')

test('each setting, group and choice has a title that is translated', () => {
  for (const [name, { group, choices = [] }] of Object.entries(SETTING_DESCRIPTIONS)) {
    assert.notEqual(titleOf(name), name)
    assert.notEqual(titleOf(group), group)
    for (const choice of choices) assert.notEqual(choiceTitle(String(choice)), choice)
  }
})

test('times are told by the largest unit that fits', () => {
  const told = [0, 59, 60, 7200, 86_400 * 3, 86_400 * 45, 86_400 * 800].map((seconds) =>
    formatRelative(new Date(NOW - seconds * 1000).toISOString(), NOW),
  )

  assert.deepEqual(told, [
    'just now',
    'just now',
    '1 min. ago',
    '2 hr. ago',
    '3 days ago',
    '1 mo. ago',
    '2 yr. ago',
  ])
  assert.equal(formatRelative(new Date(NOW + 3_600_000).toISOString(), NOW), 'in 1 hr.')
})

test('English times and numbers are those of Intl', () => {
  const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always', style: 'short' })
  const lengths = { year: 31_536_000, month: 2_592_000, day: 86_400, hour: 3600, minute: 60 }
  for (const [unit, length] of Object.entries(lengths)) {
    for (const n of [1, 2, 11]) {
      for (const value of [n, -n]) {
        assert.equal(
          formatRelative(new Date(NOW + value * length * 1000).toISOString(), NOW),
          relative.format(value, unit as Intl.RelativeTimeFormatUnit),
        )
      }
    }
  }
  const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
  for (const value of [0, 7, -7, 999, 999.95, 1000, 1250, 12_345, 0.5]) {
    assert.equal(formatNumber(value), new Intl.NumberFormat('en').format(value))
    assert.equal(formatCompact(value), compact.format(value))
  }
})

test('bytes and counts are written for people', () => {
  assert.deepEqual([0, 1023, 1024, 1_600_000, 5 * 1024 ** 4].map(formatBytes), [
    '0 bytes',
    '1,023 bytes',
    '1 kB',
    '1.53 MB',
    '5 TB',
  ])
})

test('only settings that were changed are sent, in the form that the API takes', () => {
  const kinds = {
    title: 'text',
    languages: 'languages',
    media_cache_size: 'bytes',
    'trends.enabled': 'switch',
    privacy_policy: 'document',
    'registrations.min_age': 'number',
  } as const
  const settings: Settings = {
    title: 'Hedgerow',
    languages: ['en', 'de'],
    media_cache_size: 5 * 1024 ** 3,
    'trends.enabled': true,
    privacy_policy: { content: '<p>Old</p>', updated_at: null },
    'registrations.min_age': 0,
  }
  const descriptions = Object.entries(kinds).map(
    ([name, kind]) =>
      ({ name, kind, group: '', default: null, description: '' }) as SettingDescription,
  )
  const before = (name: string) =>
    asTyped(kinds[name as keyof typeof kinds], settings[name] ?? null)
  const change = (typed: Record<string, string | boolean>) =>
    changesOf(descriptions, before, (name) => typed[name] ?? before(name))

  assert.deepEqual(change({}), {})
  assert.deepEqual(
    change({
      languages: 'en, fr  nl',
      media_cache_size: '1.5',
      'trends.enabled': false,
      privacy_policy: '<p>New</p>',
      'registrations.min_age': '16',
    }),
    {
      languages: ['en', 'fr', 'nl'],
      media_cache_size: 1_610_612_736,
      'trends.enabled': false,
      privacy_policy: { content: '<p>New</p>' },
      'registrations.min_age': 16,
    },
  )
})

test('what the server finds wrong with fields is read in both of its forms', () => {
  const ours = new ApiError(422, { error: 'Wrong', details: { title: 'is too long' } })
  const problem = { error: 'ERR_TAKEN', description: 'is taken' }
  const mastodons = new ApiError(422, { error: 'Wrong', details: { name: [problem, problem] } })
  const none = new ApiError(503, {})

  assert.deepEqual(ours.details, { title: 'is too long' })
  assert.deepEqual(mastodons.details, { name: 'is taken. is taken' })
  assert.equal(ours.message, 'Wrong')
  assert.equal(none.message, 'The server answered 503')
  assert.match(none.advice, /Try again/)
})

test('entries of the audit log are sentences, also of kinds that have no word of their own', () => {
  const of = (type: string, action: string) =>
    describeAction({ action, target: { type, id: '1', label: 'x' } })

  assert.equal(of('account', 'suspend'), '{name} suspended {target}')
  assert.equal(of('account', 'modify'), '{name} changed the account of {target}')
  assert.equal(of('report', 'resolve'), '{name} resolved the report about {target}')
  assert.equal(of('ip_block', 'create'), '{name} created the block of an IP address {target}')
  assert.equal(
    of('ip_block', 'turn_over'),
    '{name} did “turn over” to the block of an IP address {target}',
  )
})

test('every action that is written to the audit log has words', () => {
  const files = ['src/features', 'src/cli'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  const written = files
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(name, 'utf8'))
    .filter((text) => /\b(writeAudit|writeManyAudits|AuditEntry|actAs)\b/.test(text))
    .flatMap((text) => [...text.matchAll(/\baction: '([a-z_]+)', (?:target|details)/g)])
    .map(([, action]) => action ?? '')

  assert.ok(new Set(written).size > 20)
  assert.ok(written.includes('modify'))
  assert.deepEqual(
    [...new Set(written)].filter((action) => !hasWords(action)),
    [],
  )
})

test('what no account did was done by the operator, the server or a rule', () => {
  const of = (type: string, action: string) =>
    actorOf({ action, target: { type, id: '1', label: 'x' } })

  assert.equal(of('account', 'modify'), 'The operator')
  assert.equal(of('webhook', 'disable'), 'The server')
  assert.equal(of('status', 'automod_hold'), 'An automatic rule')
})
