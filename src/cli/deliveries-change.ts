import { writeAudit } from '../features/audit/log.ts'
import {
  dropDelivery,
  type OpenDelivery,
  retryDelivery,
} from '../kernel/activitypub/delivery/operator.ts'
import { NotFound } from '../kernel/base/errors.ts'
import type { Tx } from '../kernel/core/tx.ts'
import { CommandError, defineCommand } from './command.ts'
import { withApp } from './tool.ts'

export const deliveriesRetry = changing({
  help: 'Sends what waits or has failed once more at once, also to servers that are left alone for now.',
  action: 'retry',
  done: 'will be sent once more.',
  change: retryDelivery,
})

export const deliveriesDrop = changing({
  help: 'Removes what waits or has failed: it is never sent.',
  action: 'drop',
  done: 'removed.',
  change: dropDelivery,
})

interface Change {
  help: string
  action: string
  done: string
  change(tx: Tx, id: string): Promise<OpenDelivery>
}

function changing({ help, action, done, change }: Change) {
  return defineCommand({
    help,
    words: ['ID…'],
    async run(terminal, words) {
      const unknown = await withApp(terminal, async (app) => {
        const missing: string[] = []
        for (const id of words) {
          try {
            await app.transact(async (tx) => {
              const { host } = await change(tx, id)
              const target = { type: 'delivery', id, label: host }
              await writeAudit(tx, null, { action, target })
            })
          } catch (error) {
            if (!(error instanceof NotFound)) throw error
            missing.push(id)
          }
        }
        return missing
      })
      const count = words.length - unknown.length
      if (count > 0) terminal.out(`${count} ${done}`)
      if (unknown.length > 0) throw new CommandError(`Not found: ${unknown.join(', ')}`)
    },
  })
}
