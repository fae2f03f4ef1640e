import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { Operator } from '../support/operator.ts'
import { BIN } from '../support/server-process.ts'

/** Runs the program as a shell does that has none of the settings of the server. */
function run(operator: Operator, ...args: string[]) {
  return runWith({ DATA_DIR: operator.path('none') }, operator, ...args)
}

function runWith(given: NodeJS.ProcessEnv, { folder }: Operator, ...args: string[]) {
  const env = { PATH: process.env.PATH, HOME: folder, ...given }
  const ended = spawnSync(process.execPath, [BIN, ...args], { env, cwd: folder, encoding: 'utf8' })
  return { code: ended.status, out: ended.stdout, notes: ended.stderr }
}

test('S-739 a command has the settings of the service from its environment file', async () => {
  using operator = await Operator.started()
  await operator.done('accounts', 'create', 'rook', '--email', 'rook@example.org')
  const file = operator.path('environment')
  const path = operator.path('data')
  writeFileSync(
    file,
    `# of the service\nDATA_DIR='${path}'\nTRUSTED_PROXIES=127.0.0.1\nHTTPS=off\n`,
  )

  for (const option of [['--settings', file], [`--settings=${file}`]]) {
    const { code, out, notes } = run(operator, ...option, 'accounts', 'list')
    assert.equal(code, 0, notes)
    assert.match(out, /rook@example\.org/)
  }
  assert.match(run(operator, '--settings', file, 'doctor').out, /Proxies believed: 127\.0\.0\.1/)
  assert.match(run(operator, '--settings', file).out, /^Usage: rookery COMMAND/)
})

test('S-739 an environment file that cannot be used ends a command with 78 and one line', async () => {
  using operator = new Operator()
  const file = operator.path('environment')
  writeFileSync(file, 'ORIGIN=https://social.example\nexport SMTP_URL=smtp://rook:secret@host\n')

  for (const [args, line] of [
    [['--settings', file, 'doctor'], /environment: line 2 begins with "export": leave that out$/],
    [['--settings', `${file}.none`, 'doctor'], /there is no such file; name the environment file/],
    [['--settings'], /--settings needs the path of an environment file$/],
  ] as const) {
    const { code, notes } = run(operator, ...args)
    assert.equal(code, 78, notes)
    assert.match(notes.trim(), line)
    assert.doesNotMatch(notes.trim(), /\n|secret/)
  }
})

test('S-761 where neither the environment file nor the shell has DATA_DIR, a line says which folder is taken', () => {
  using operator = new Operator()
  const file = operator.path('environment')
  writeFileSync(file, 'ORIGIN=https://social.example\n')

  const { notes } = runWith({}, operator, '--settings', file, 'accounts', 'list')
  assert.match(notes, /environment has no DATA_DIR, so the data are looked for in \S+\/data: /)
  assert.doesNotMatch(
    run(operator, '--settings', file, 'accounts', 'list').notes,
    /has no DATA_DIR/,
  )
  assert.equal(runWith({}, operator, '--settings', file, '--version').notes, '')
})
