import { writeAudit } from '../features/audit/log.ts'
import { retryParkedJobs } from '../kernel/jobs/operator.ts'
import { CommandError, defineCommand } from './command.ts'
import { createProgress } from './progress.ts'
import { withApp } from './tool.ts'

export const jobsRetry = defineCommand({
  help: 'Lets jobs that failed for the last time run again, as if they were new.',
  words: ['[ID…]'],
  options: {
    kind: { type: 'string', value: 'KIND', help: 'All of this kind' },
    all: { type: 'boolean', help: 'All there are' },
  },
  async run(terminal, words, { kind, all = false }) {
    const ids = words.filter((word) => /^\d{18}$/.test(word))
    const ways = [words.length > 0, kind !== undefined, all].filter((given) => given)
    if (ways.length !== 1) throw new CommandError('Give ids, --kind or --all', 2)
    const choice = kind !== undefined ? { kind } : all ? ('all' as const) : { ids }
    let retried = 0
    await withApp(terminal, async (app) => {
      const progress = createProgress(terminal)
      for (;;) {
        const some = await app.transact(async (tx) => {
          const count = await retryParkedJobs(tx, choice)
          const target = { type: 'job', id: null, label: kind ?? '' }
          if (count > 0) {
            await writeAudit(tx, null, { action: 'retry_all', target, details: { count } })
          }
          return count
        })
        retried += some
        if (some === 0) return
        progress(`${retried} so far`)
      }
    })
    if (retried === 0) throw new CommandError('No parked job was found')
    terminal.out(`${retried} will run again.`)
  },
})
