import { type Announcement, listAll } from '../features/announcements/queries.ts'
import { isoSeconds } from '../kernel/base/json.ts'
import { defineCommand } from './command.ts'
import { table } from './table.ts'
import { withApp } from './tool.ts'

const MOST_SHOWN = 60

export const announcementsList = defineCommand({
  help: 'Lists announcements, newest first: id, state, since or from when, and text.',
  options: { json: { type: 'boolean', help: 'Print JSON' } },
  async run(terminal, _, { json = false }) {
    const rows = await withApp(terminal, (app) => listAll(app.db))
    if (json) return terminal.out(JSON.stringify(rows.map(describe)))
    if (rows.length === 0) return terminal.out('None.')
    const lines = rows.map((row) => {
      const { id, state, at } = describe(row)
      return [id, state, at, row.text.replace(/\s+/g, ' ').slice(0, MOST_SHOWN)]
    })
    for (const line of table(lines)) terminal.out(line)
  },
})

function describe(row: Announcement) {
  const { id, text, published_at, scheduled_at, ended_at, created_at } = row
  const state = ended_at !== null ? 'over' : published_at !== null ? 'shown' : 'waiting'
  const at = isoSeconds(ended_at ?? published_at ?? scheduled_at ?? created_at)
  return { id, state, at, text }
}
