import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { completionOf } from '../../scripts/package-deb/completion.ts'
import { describedCommands } from '../../scripts/package-deb/described-commands.ts'
import { manualOf } from '../../scripts/package-deb/manual.ts'

const commands = await describedCommands()
const has = (program: string) => spawnSync(program, ['--version']).error === undefined

test('the completion offers every command, its words and its options', {
  skip: !has('bash'),
}, () => {
  const all = completionOf(commands)
  const asked = commands.flatMap(({ name, options }) => {
    const words = name.split(' ')
    return [
      { typed: words, offered: words.at(-1)! },
      ...Object.keys(options).map((option) => ({
        typed: [...words, `--${option}`],
        offered: `--${option}`,
      })),
    ]
  })

  const offers = complete(
    all,
    asked.map(({ typed }) => typed),
  )
  for (const [index, { typed, offered }] of asked.entries()) {
    assert.ok(offers[index]?.includes(offered), `rookery ${typed.join(' ')}: ${offers[index]}`)
  }
})

test('the completion knows what comes next, and where a file does', { skip: !has('bash') }, () => {
  const offers = complete(completionOf(commands), [
    ['dom'],
    ['domains', 'b'],
    ['domains', 'block', '--se'],
    ['backup', ''],
    ['jobs', 'list', ''],
    ['nonsense', ''],
  ])

  assert.deepEqual(offers[0], ['domains'])
  assert.deepEqual(offers[1], ['block'])
  assert.deepEqual(offers[2], ['--severity'])
  assert.deepEqual(offers[3], ['(files)'])
  assert.deepEqual(offers[4], [])
  assert.deepEqual(offers[5], [])
})

test('the manual describes every command with its words and options', () => {
  const page = manualOf(commands, { version: '1.2.3', time: 0 })
  const text = page.replaceAll(/\\f[BIR]|\\&/g, '').replaceAll('\\-', '-')

  for (const { name, words, options } of commands) {
    assert.ok(text.includes(`.SS "rookery ${[name, ...words].join(' ')}"`), name)
    for (const option of Object.keys(options)) assert.ok(text.includes(`--${option}`), option)
  }
  assert.match(page, /^\.TH ROOKERY 1 "1970-01-01" "Rookery 1\.2\.3"/)
})

test('no text of a command is taken for a request of roff', () => {
  const help = '.so /etc/passwd\n\'br "quoted" back\\slash'
  const page = manualOf([{ name: 'x', summary: '', help, words: [], options: {} }], {
    version: '1',
    time: 0,
  })

  assert.ok(page.includes("\n\\&.so /etc/passwd\n\\&'br \\(dqquoted\\(dq back\\eslash\n"), page)
})

test('groff has nothing to say about the manual', { skip: !has('groff') }, () => {
  const input = manualOf(commands, { version: '1', time: 0 })
  const { status, stderr } = spawnSync('groff', ['-man', '-Tutf8', '-ww', '-z', '-Kutf8'], {
    input,
    encoding: 'utf8',
  })

  assert.equal(stderr, '')
  assert.equal(status, 0)
})

/** The offers of bash for each line of words, of which the last one is being typed. */
function complete(completion: string, lines: readonly string[][]): string[][] {
  const asks = lines.map((words) => {
    const quoted = ['rookery', ...words].map((word) => `'${word}'`).join(' ')
    return `COMP_WORDS=(${quoted}) COMP_CWORD=${words.length}
_rookery rookery '${words.at(-1)}'; echo "\${COMPREPLY[*]}$chosen"; chosen=`
  })
  // outside a terminal there is no completion under way that could be told to take files
  const script = [completion, 'compopt() { chosen="(files)"; }', ...asks].join('\n')
  const { status, stdout, stderr } = spawnSync('bash', ['--norc'], {
    input: script,
    encoding: 'utf8',
  })
  assert.equal(stderr, '')
  assert.equal(status, 0)
  return stdout
    .trimEnd()
    .split('\n')
    .concat(Array(lines.length).fill(''))
    .slice(0, lines.length)
    .map((line) => line.split(' ').filter((word) => word !== ''))
}
