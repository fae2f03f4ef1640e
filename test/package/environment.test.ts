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

test('S-760 an environment file means what it means to systemd', () => {
  // as systemd 252 and 257 read them
  const meanings: [text: string, values: Record<string, string>][] = [
    ['A="pa\\\\ss"', { A: 'pa\\ss' }],
    ['A="pa\\ss"', { A: 'pa\\ss' }],
    ['A="pa\\"s\\$s"', { A: 'pa"s$s' }],
    ["A='pa\\\\ss'", { A: 'pa\\\\ss' }],
    ['A=pa\\ss', { A: 'pass' }],
    ['A=pa"ss', { A: 'pa"ss' }],
    ['A=127.0.0.1,\\\n  ::1', { A: '127.0.0.1,  ::1' }],
    ['A="127.0.0.1,\\\n::1"', { A: '127.0.0.1,::1' }],
    ['A="10.0.0.0/8\n::1"\nB=2', { A: '10.0.0.0/8\n::1', B: '2' }],
    ['A="https://"social.example', { A: 'https://social.example' }],
    ['A="one" "two" three  ', { A: 'onetwothree' }],
    ['A_B = 3', { A_B: '3' }],
    ['A=x \\\n\nB=y\\ ', { A: 'x ', B: 'y ' }],
    ['A=1\nA=2\nB=\n', { A: '2', B: '' }],
    ['A=1\r\n; note\r\nB=2\r\n', { A: '1', B: '2' }],
    ['# note \\\n\nA=1', { A: '1' }],
    ['# note \\ more\nA=1', { A: '1' }],
    ['A=1 # note', { A: '1 # note' }],
    ['A=1\\', { A: '1' }],
  ]

  for (const [text, values] of meanings) {
    assert.deepEqual(readEnvironment(text), { values, problem: null }, text)
  }
})

test('S-642 a line that cannot be used is one sentence with its number, without what it says', () => {
  const wrong = {
    'export ORIGIN=https://a.example': 'begins with "export": leave that out',
    'hunter2-secret': 'is no setting: write NAME=value, or # before a comment',
    '1PORT=3': 'is no setting: write NAME=value, or # before a comment',
    'ORIGIN="https://a.example': 'has a quote without its other half',
    "SMTP_URL='smtp://a\nPORT=3'":
      'has a value of several lines that looks as if it had another setting in it: look for a quote without its other half',
    'DATA_DIR="/srv/data" # where the data are':
      'has a comment after its value, of which it would become a part: give it a line of its own',
    'DATABASE_URL=\ufffd': 'is not in UTF-8: save the file as UTF-8',
    '\ufeffORIGIN=https://a.example':
      'begins with a byte order mark: save the file as UTF-8 without one',
    'PORT=3\0': 'has a control character: write the line anew',
  }

  for (const [line, said] of Object.entries(wrong)) {
    const { problem } = readEnvironment(`PORT=3000\n\n${line}\nLOG_LEVEL=info\n`)
    assert.equal(problem, `line 3 ${said}`, line)
  }
  const { problem } = readEnvironment('# note \\\nPORT=4000\n')
  assert.equal(problem, 'line 2 follows a comment that ends in "\\": leave that "\\" out')
  assert.match(startProblem({ values: {}, problem: 'line 3 …' }) ?? '', /line 3/)
})
