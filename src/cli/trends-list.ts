import { refreshTrends } from '../features/trends/jobs.ts'
import {
  type ReviewState,
  risingLinks,
  risingStatuses,
  risingTags,
} from '../features/trends/review-lists.ts'
import type { App } from '../kernel/core/app.ts'
import { defineCommand } from './command.ts'
import { table } from './table.ts'
import { withApp } from './tool.ts'

const SHOWN = { limit: 100, offset: 0 }

export const trendsList = defineCommand({
  help: `Lists what rises on this server, approved or not, most on the rise first.`,
  options: {
    json: { type: 'boolean', help: 'Print as JSON' },
    refresh: {
      type: 'boolean',
      help: 'Score everything anew first, as the server does every 5 minutes',
    },
  },
  async run(terminal, _, { json, refresh = false }) {
    const { tags, links, statuses } = await withApp(terminal, async (app) => {
      if (refresh) await refreshTrends(app)
      return readTrends(app)
    })
    if (json) return terminal.out(JSON.stringify({ tags, links, statuses }))
    const rows = [
      ...tags.map((tag) => ['tag', stateOf(tag), tag.name, '']),
      ...links.map((link) => ['link', stateOf(link), link.url, link.title]),
      ...statuses.map((status) => ['status', stateOf(status), status.url, '']),
    ]
    if (rows.length === 0) return terminal.out('Nothing rises.')
    for (const line of table([['KIND', 'STATE', 'NAME', 'TITLE'], ...rows])) terminal.out(line)
  },
})

async function readTrends(app: App) {
  return {
    tags: await risingTags(app, SHOWN),
    links: await risingLinks(app, SHOWN),
    statuses: await risingStatuses(app, SHOWN),
  }
}

function stateOf({ trendable, requiresReview }: ReviewState): string {
  if (trendable !== null) return trendable ? 'approved' : 'rejected'
  return requiresReview ? 'waits' : 'shown'
}
