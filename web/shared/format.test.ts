import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { afterEach, test } from 'node:test'
import { messagesOf, parsePo } from '../../src/kernel/text/po.ts'
import {
  formatAge,
  formatBytes,
  formatCompact,
  formatDate,
  formatDay,
  formatNumber,
  formatRelative,
} from './format.ts'
import * as i18n from './i18n.ts'
import { asLocalTime, fromLocalTime } from './local-time.ts'

afterEach(() => i18n.speak('en', {}))

const NOW = Date.parse('2026-03-01T12:00:00.000Z')
const after = (seconds: number) => formatRelative(new Date(NOW + seconds * 1000).toISOString(), NOW)
const [MINUTE, HOUR, DAY] = [60, 3600, 86_400]

test('numbers are written as the language writes them', () => {
  const written = (tag: string) => {
    i18n.speak(tag, {})
    return [999, 12_345.5].map(formatNumber)
  }

  assert.deepEqual(written('en'), ['999', '12,345.5'])
  assert.deepEqual(written('de'), ['999', '12.345,5'])
  assert.deepEqual(written('ar-EG'), ['٩٩٩', '١٢٬٣٤٥٫٥'])
  assert.deepEqual(written('ja'), ['999', '12,345.5'])
})

test('large counts are shortened as the language does', () => {
  const written = (tag: string) => {
    i18n.speak(tag, {})
    return [7, 12_345, 1_200_000].map(formatCompact)
  }

  assert.deepEqual(written('en'), ['7', '12.3K', '1.2M'])
  assert.deepEqual(written('ja'), ['7', '1.2万', '120万'])
  assert.deepEqual(written('de').at(0), '7')
})

test('English times are those of Intl, made without it', () => {
  const intl = new Intl.RelativeTimeFormat('en', { numeric: 'always', style: 'short' })
  const times: [number, Intl.RelativeTimeFormatUnit, number][] = [
    [MINUTE, 'minute', 1],
    [59 * MINUTE, 'minute', 59],
    [HOUR, 'hour', 1],
    [23 * HOUR, 'hour', 23],
    [DAY, 'day', 1],
    [29 * DAY, 'day', 29],
    [61 * DAY, 'month', 2],
    [800 * DAY, 'year', 2],
  ]
  for (const [seconds, unit, value] of times) {
    assert.equal(after(seconds), intl.format(value, unit))
    assert.equal(after(-seconds), intl.format(-value, unit))
  }
})

test('a time is never told longer ago than it is, and just now is not in minutes', () => {
  assert.equal(after(-59), 'just now')
  assert.equal(after(59), 'just now')
  assert.equal(after(-119), '1 min. ago')
  assert.equal(after(-2 * DAY + 1), '1 day ago')
})

test('an age is told in few signs, and from a week on as a day', () => {
  const age = (seconds: number) => formatAge(new Date(NOW - seconds * 1000).toISOString(), NOW)
  const ages = () => [-5, 59, MINUTE, 119 * MINUTE, 6 * DAY + 5].map(age)

  assert.deepEqual(ages(), ['now', 'now', '1m', '1h', '6d'])
  assert.deepEqual([8 * DAY, 400 * DAY].map(age), ['Feb 21', 'Jan 25, 2025'])
  i18n.speak('de', {})
  assert.deepEqual(ages(), ['jetzt', 'jetzt', '1 Min.', '1 Std.', '6 Tg.'])
  assert.deepEqual([8 * DAY, 400 * DAY].map(age), ['21. Feb.', '25.01.2025'])
  i18n.speak('ja', {})
  assert.deepEqual([...ages().slice(2), age(8 * DAY)], ['1 分', '1 時間', '6 日', '2月21日'])
})

test('times are told in the language that is spoken, also after it changes', () => {
  i18n.speak('de', {})
  assert.equal(after(-3 * HOUR), 'vor 3 Std.')
  assert.equal(after(0), 'jetzt')
  i18n.speak('ja', {})
  assert.equal(after(-3 * HOUR), '3 時間前')
  assert.equal(after(0), '今')
  assert.match(formatDate('2026-03-01T12:00:00.000Z'), /^2026\/03\/01$/)
})

test('days are written as in the region that the browser is set to', (context) => {
  const browserHas = (...tags: string[]) =>
    context.mock.getter(navigator, 'languages' as never, () => tags as never)
  const time = '2026-02-21T12:00:00.000Z'
  const said = () => [formatDate(time), formatAge(time, NOW), after(-3 * HOUR)]

  browserHas('de-DE', 'en-GB', 'en-US')
  assert.deepEqual(said(), ['21 Feb 2026', '21 Feb', '3 hr ago'])
  context.mock.restoreAll()
  browserHas('en-US', 'en-GB')
  assert.deepEqual(said(), ['Feb 21, 2026', 'Feb 21', '3 hr. ago'])
})

test('sizes have three digits and steps of 1,024', () => {
  const sizes = [0, 1023, 1024, 1536, 1_572_864, 5 * 1024 ** 3, 3 * 1024 ** 5]

  assert.deepEqual(sizes.map(formatBytes), [
    '0 bytes',
    '1,023 bytes',
    '1 kB',
    '1.5 kB',
    '1.5 MB',
    '5 GB',
    '3,070 TB',
  ])
  i18n.speak('fr', {})
  assert.deepEqual(
    sizes.slice(0, 5).map((size) => formatBytes(size).replace(/\s/g, ' ')),
    ['0 octet', '1 023 octets', '1 ko', '1,5 ko', '1,5 Mo'],
  )
})

test('what counts takes the form that the language has for a number', () => {
  const followers = (n: number) => i18n.plural(n, '{n} follower', '{n} followers')
  assert.deepEqual(
    [followers(1), followers(0), followers(1000)],
    ['1 follower', '0 followers', '1,000 followers'],
  )
  i18n.speak('ar', {
    '{n} followers': { one: 'واحد', two: 'اثنان', few: '{n} few', other: '{n} other' },
  })

  assert.deepEqual([1, 2, 3].map(followers).slice(0, 2), ['واحد', 'اثنان'])
  assert.match(followers(3), /few$/)
  assert.match(followers(11), /other$/, 'a number without a form of its own')
})

test('messages of every language fill their places, and unknown ones stay English', () => {
  assert.equal(i18n.t('Post|verb'), 'Post')
  assert.equal(i18n.t('{a} of {b}', { a: 1 }), '1 of {b}')
  for (const tag of ['ar', 'ja']) {
    const file = new URL(`../../locales/${tag}.po`, import.meta.url)
    i18n.speak(tag, messagesOf(parsePo(readFileSync(file, 'utf8')), tag))
    const text = i18n.t('Post {n}: {problem}', { n: 2, problem: 'x' })
    assert.ok(text.includes('2') && text.includes('x') && !text.includes('{'), text)
    assert.equal(i18n.t('Nobody says this|here'), 'Nobody says this')
  }
})

test('times of the API and of fields are the same moment, where the person is', () => {
  const time = '2026-07-01T09:30:00.000Z'

  assert.equal(fromLocalTime(asLocalTime(time)), time)
  assert.match(asLocalTime(time), /^2026-0\d-\d\dT\d\d:\d\d$/)
  assert.equal(asLocalTime(null), '')
  for (const local of ['', 'tomorrow', '2026-13-01T00:00']) assert.equal(fromLocalTime(local), null)
})

test('days are headings: the nearest by their names, others by date, counted from midnight to midnight', () => {
  const at = (day: number, hour: number, month = 11) => new Date(2026, month - 1, day, hour)
  const now = at(28, 0).getTime() + 60_000
  const heading = (time: Date, spoken = 'en') => {
    i18n.speak(spoken, {})
    return formatDay(time.toISOString(), now)
  }

  assert.equal(heading(at(28, 0)), 'Today')
  // a clock that is ahead
  assert.equal(heading(at(29, 5)), 'Today')
  // two minutes before
  assert.equal(heading(new Date(now - 120_000)), 'Yesterday')
  assert.equal(heading(at(27, 0)), 'Yesterday')
  assert.equal(heading(at(26, 23)), 'Thursday, November 26')
  assert.equal(heading(new Date(2024, 10, 25)), 'November 25, 2024')
  assert.equal(heading(at(28, 0), 'de'), 'Heute')
  assert.equal(heading(at(27, 0), 'fr'), 'Hier')
})
