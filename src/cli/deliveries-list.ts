import {
  type OpenState,
  pageOfDeliveries,
  summarizeDeliveries,
} from '../kernel/activitypub/delivery/operator.ts'
import { isoTime } from '../kernel/base/json.ts'
import { CommandError, defineCommand } from './command.ts'
import { table } from './table.ts'
import { withApp } from './tool.ts'

const MOST_HOSTS = 100

export const deliveriesList = defineCommand({
  help: `Shows the servers that do not answer or that something waits for, the worst first. What waits or
has failed follows, newest first; "rookery deliveries retry" sends it once more.`,
  options: {
    host: { type: 'string', value: 'HOST', help: 'Only what goes to this server' },
    failed: { type: 'boolean', help: 'What never arrived, instead of what waits' },
    limit: { type: 'string', value: 'NUMBER', help: 'How many deliveries; default 20' },
    json: { type: 'boolean', help: 'Print as JSON' },
  },
  async run(terminal, _, { host, failed = false, limit = '20', json }) {
    if (!/^\d+$/.test(limit)) throw new CommandError('--limit is a number', 2)
    const state: OpenState = failed ? 'failed' : 'waiting'
    const { summary, deliveries } = await withApp(terminal, async (app) => ({
      summary: await summarizeDeliveries(app.slowDb, { now: app.clock(), limit: MOST_HOSTS }),
      deliveries: await pageOfDeliveries(
        app.slowDb,
        { state, host: host?.toLowerCase() },
        { maxId: null, sinceId: null, minId: null, limit: Number(limit) },
      ),
    }))
    if (json) return terminal.out(JSON.stringify({ ...summary, deliveries }))
    const hosts = summary.hosts.filter((one) => host === undefined || one.host === host)
    const rows = hosts.map((one) => [
      one.host,
      one.state,
      String(one.waiting),
      one.failing_since === null ? '' : isoTime(one.failing_since),
      one.last_error ?? '',
    ])
    const lines = table([['SERVER', 'STATE', 'WAITING', 'FAILING SINCE', 'LAST ERROR'], ...rows])
    for (const line of lines) terminal.out(line)
    for (const one of deliveries) {
      terminal.out(`\n${one.id}  ${one.type} to ${one.host}, ${one.state}, ${one.attempts} tries`)
      if (one.last_error !== null) terminal.out(`  ${one.last_error}`)
    }
  },
})
