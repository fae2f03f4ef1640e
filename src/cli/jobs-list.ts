import { isoTime } from '../kernel/base/json.ts'
import { countJobs, listParkedJobs } from '../kernel/jobs/operator.ts'
import { CommandError, defineCommand } from './command.ts'
import { table } from './table.ts'
import { withApp } from './tool.ts'

export const jobsList = defineCommand({
  help: `Shows how many jobs of each kind wait, run or are parked: those have failed for the last time and
wait for "rookery jobs retry"; of received activities the newest thousand, or 64 MiB, stay. Their
errors follow, newest first.`,
  options: {
    kind: { type: 'string', value: 'KIND', help: 'Only jobs of this kind' },
    limit: { type: 'string', value: 'NUMBER', help: 'How many failed jobs; default 20' },
    json: { type: 'boolean', help: 'Print as JSON' },
  },
  async run(terminal, _, { kind = null, limit = '20', json }) {
    if (!/^\d+$/.test(limit)) throw new CommandError('--limit is a number', 2)
    const { kinds, parked } = await withApp(terminal, async (app) => ({
      kinds: (await countJobs(app.db)).filter((one) => kind === null || one.kind === kind),
      parked: await listParkedJobs(app.db, { kind, limit: Number(limit) }),
    }))
    if (json) return terminal.out(JSON.stringify({ kinds, parked }))
    const counts = kinds.map((one) => [
      one.kind,
      String(one.waiting),
      String(one.running),
      String(one.parked),
    ])
    const lines = table([['KIND', 'WAITING', 'RUNNING', 'PARKED'], ...counts])
    for (const line of lines) terminal.out(line)
    for (const job of parked) {
      const when = isoTime(job.parked_at ?? 0)
      terminal.out(`\n${job.id}  ${job.kind}  parked ${when} after ${job.attempts} tries`)
      terminal.out(`  ${job.last_error ?? ''}`)
    }
  },
})
