import { writeAudit } from '../features/audit/log.ts'
import { findDomainBlock, unblockDomain } from '../features/instance/domain-blocks.ts'
import { readDomain } from '../features/instance/domain-names.ts'
import { CommandError, defineCommand } from './command.ts'
import { showEffect } from './domains-block.ts'
import { withApp } from './tool.ts'

export const domainsUnblock = defineCommand({
  help: `Ends the block of another server and shows its accounts again. Follows that the block ended do
not come back.`,
  words: ['DOMAIN'],
  async run(terminal, [asked = '']) {
    await withApp(terminal, async (app) => {
      const domain = readDomain(app.config, asked)
      await app.transact(async (tx) => {
        const block = await findDomainBlock(tx.db, domain)
        if (block === null) throw new CommandError(`${domain} is not blocked`)
        await unblockDomain(tx, block.id)
        const target = { type: 'domain_block', id: block.id, label: domain }
        await writeAudit(tx, null, { action: 'destroy', target })
      })
      await showEffect(terminal, app, domain)
      terminal.out(`Unblocked ${domain}.`)
    })
  },
})
