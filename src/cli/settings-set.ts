import { readFile } from 'node:fs/promises'
import { writeAudit } from '../features/audit/log.ts'
import { changeSettings, settingsAudit } from '../features/instance/change-settings.ts'
import { replaceRules } from '../features/instance/rules.ts'
import { readSetting } from '../features/instance/setting-values.ts'
import type { App } from '../kernel/core/app.ts'
import { CommandError, defineCommand } from './command.ts'
import { type Named, settingName } from './setting-names.ts'
import { changeBanner, changeIcon } from './site-pictures.ts'
import { withApp } from './tool.ts'

export const settingsSet = defineCommand({
  help: `Changes a setting of the server, at once and also while it runs.

  rookery settings set registrations open          also: approval, closed
  rookery settings set privacy_policy --file privacy.html
  rookery settings set rules --file rules.txt      one rule a line: TEXT or TEXT | HINT
  rookery settings set banner --file banner.png --description "What it shows"
  rookery settings set icon --file icon.png        a square picture

An empty value takes a text or a picture away. Documents are HTML.`,
  words: ['NAME', '[VALUE]'],
  options: {
    file: { type: 'string', value: 'PATH', help: 'Read the value from a file' },
    description: { type: 'string', help: 'What the banner shows, for people who cannot see it' },
  },
  async run(terminal, [asked = '', value], { file, description = '' }) {
    const name = settingName(asked)
    if ((value === undefined) === (file === undefined)) {
      throw new CommandError('Give either a value or --file', 2)
    }
    const content = file === undefined ? Buffer.from(value ?? '') : await readGiven(file)
    await withApp(terminal, (app) => change(app, name, content, description))
    terminal.out(`Changed ${name}.`)
  },
})

async function change(app: App, name: Named, content: Buffer, description: string) {
  if (name === 'banner') return changeBanner(app, content, description)
  if (name === 'icon') return changeIcon(app, content)
  const text = content.toString('utf8')
  if (name === 'rules') return changeRules(app, text)
  await app.transact(async (tx) => {
    const changed = await changeSettings(tx, { [name]: readSetting(name, text, tx.now) })
    if (changed.length > 0) await writeAudit(tx, null, settingsAudit(changed))
  })
}

async function changeRules(app: App, text: string): Promise<void> {
  const rules = readRules(text)
  await app.transact(async (tx) => {
    await replaceRules(tx, rules)
    const target = { type: 'rule', id: null, label: 'all rules' }
    await writeAudit(tx, null, { action: 'update', target, details: { to: rules } })
  })
}

function readRules(text: string): { text: string; hint: string }[] {
  const lines = text.split('\n').map((line) => line.trim())
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const [rule = '', ...hint] = line.split('|').map((part) => part.trim())
      return { text: rule, hint: hint.join(' | ') }
    })
}

async function readGiven(path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (error) {
    throw new CommandError(`${path} cannot be read: ${(error as Error).message}`)
  }
}
