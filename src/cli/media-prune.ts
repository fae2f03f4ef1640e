import { dropOldest } from '../features/proxy/cache.ts'
import { DAY } from '../kernel/base/durations.ts'
import { CommandError, defineCommand } from './command.ts'
import { createProgress } from './progress.ts'
import { withApp } from './tool.ts'

export const mediaPrune = defineCommand({
  help: `Removes kept files of other servers: pictures, films and sounds that were read through this one.
They are fetched again when somebody looks at them. Uploads of people here stay.`,
  options: {
    days: {
      type: 'string',
      value: 'N',
      help: 'Only those not used for N days (default 7; 0: all)',
    },
  },
  async run(terminal, _words, { days = '7' }) {
    if (!/^\d{1,5}$/.test(days)) throw new CommandError('--days must be a number of days', 2)
    await withApp(terminal, async (app) => {
      const progress = createProgress(terminal)
      const { files, bytes } = await dropOldest(app, {
        usedBefore: app.clock() - Number(days) * DAY + 1,
        progress: (count) => progress(removed(count)),
      })
      const megabytes = (bytes / 1024 ** 2).toFixed(1)
      terminal.out(`${removed(files)}, ${megabytes} MB free`)
    })
  },
})

function removed(files: number): string {
  return files === 1 ? '1 file removed' : `${files} files removed`
}
