import { rules } from '../features/instance/rules.ts'
import { type Document, type Settings, settings } from '../features/instance/settings.ts'
import { isoTime } from '../kernel/base/json.ts'
import type { App } from '../kernel/core/app.ts'
import { defineCommand } from './command.ts'
import { ALL_NAMES, type Named, settingName } from './setting-names.ts'
import { table } from './table.ts'
import { withApp } from './tool.ts'

export const settingsGet = defineCommand({
  help: `Shows all settings of the running server, or the value of one. Settings of the machine (ports,
folders, addresses) come from the environment and are not among them.`,
  words: ['[NAME]'],
  options: { json: { type: 'boolean', help: 'Print as JSON' } },
  async run(terminal, [asked], { json }) {
    const name = asked === undefined ? null : settingName(asked)
    const known = await withApp(terminal, readAll)
    if (name !== null) {
      return terminal.out(json ? JSON.stringify(known[name]) : whole(known, name))
    }
    if (json) return terminal.out(JSON.stringify(known))
    for (const line of table(ALL_NAMES.map((one) => [one, brief(known, one)]))) terminal.out(line)
  },
})

type Known = Settings & { rules: { text: string; hint: string }[] }

async function readAll(app: App): Promise<Known> {
  const inForce = await app.cached.get(rules)
  return {
    ...(await app.cached.get(settings)),
    rules: inForce.map(({ text, hint }) => ({ text, hint })),
  }
}

function whole(known: Known, name: Named): string {
  if (name === 'rules') {
    return known.rules.map(({ text, hint }) => (hint ? `${text} | ${hint}` : text)).join('\n')
  }
  const value = known[name]
  return isDocument(value) ? value.content : plain(value)
}

function brief(known: Known, name: Named): string {
  if (name === 'rules') return `(${known.rules.length} rules)`
  const value = known[name]
  if (!isDocument(value)) return plain(value) || '(none)'
  if (value.updated_at === null) return '(none)'
  return `(${value.content.length} characters of ${isoTime(value.updated_at)})`
}

function plain(value: Exclude<Settings[keyof Settings], Document>): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (Array.isArray(value)) return value.join(' ')
  if (value === null) return '(none)'
  if (typeof value !== 'object') return String(value)
  return 'description' in value ? `(picture: ${value.description})` : '(picture)'
}

function isDocument(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && 'content' in value
}
