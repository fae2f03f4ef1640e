import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readEnvironment } from '../../scripts/package-deb/system/environment-file.js'
import { startProblem } from '../../scripts/package-deb/system/settings.js'
import { readConfig } from '../../src/kernel/base/config.ts'

const ROOT = join(import.meta.dirname, '../..')
const TEMPLATE = readFileSync(
  join(ROOT, 'scripts/package-deb/root/usr/share/rookery/environment.example'),
  'utf8',
)

test('S-641 the settings of a new package set nothing, so a server does not start with them', () => {
  const settings = readEnvironment(TEMPLATE)

  assert.deepEqual(settings, { values: {}, problem: null })
  assert.match(startProblem(settings) ?? '', /^Set ORIGIN in \/etc\/rookery\/environment/)
})

test('every setting that the file proposes is one that the server reads, in a form that it takes', () => {
  const proposed = TEMPLATE.replaceAll(/^#(?=[A-Z_]+=)/gm, '')
  const { values, problem } = readEnvironment(proposed)
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')

  assert.equal(problem, null)
  assert.ok(Object.keys(values).length > 15)
  assert.equal(readConfig(values).https?.port, 443)
  for (const name of Object.keys(values)) assert.ok(readme.includes(`\`${name}\``), name)
})

test('values stand as they are, or between quotes', () => {
  const text = [
    'ORIGIN=https://social.example',
    '  PORT = 3000'.replace(' = ', '='),
    `SMTP_URL="smtps://u:it's#1$HOME@mail.example:465"`,
    "ACME_EMAIL='you@example.org'   ",
    'EMPTY=',
    '; a comment',
    'BASE64=a=b==',
  ].join('\n')

  assert.deepEqual(readEnvironment(text), {
    values: {
      ORIGIN: 'https://social.example',
      PORT: '3000',
      SMTP_URL: "smtps://u:it's#1$HOME@mail.example:465",
      ACME_EMAIL: 'you@example.org',
      EMPTY: '',
      BASE64: 'a=b==',
    },
    problem: null,
  })
})

test('S-642 a line that cannot be used is one sentence with its number, without what it says', () => {
  const wrong = {
    'export ORIGIN=https://a.example': 'begins with "export": leave that out',
    'ORIGIN = https://a.example': 'has a space before "=": leave that out',
    'hunter2-secret': 'is no setting: write NAME=value, or # before a comment',
    '1PORT=3': 'is no setting: write NAME=value, or # before a comment',
    'ORIGIN="https://a.example': 'has a quote without its other half, or text after it',
    'ORIGIN="https://a.example" # ours': 'has a quote without its other half, or text after it',
    'ORIGIN=https://a.example\\': 'ends in "\\": a value cannot go on in the next line',
    'PORT=4000': 'sets PORT again, which line 1 sets',
  }

  for (const [line, said] of Object.entries(wrong)) {
    const { problem } = readEnvironment(`PORT=3000\n\n${line}\nLOG_LEVEL=info\n`)
    assert.equal(problem, `line 3 ${said}`, line)
  }
  assert.match(startProblem({ values: {}, problem: 'line 3 …' }) ?? '', /line 3/)
})
