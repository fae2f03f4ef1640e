import { writeAudit } from '../features/audit/log.ts'
import { allowDomain, disallowDomain, findDomainAllow } from '../features/instance/domain-allows.ts'
import { readDomain } from '../features/instance/domain-names.ts'
import type { App } from '../kernel/core/app.ts'
import { CommandError, defineCommand, type Terminal } from './command.ts'
import { showEffect } from './domains-block.ts'
import { withApp } from './tool.ts'

export const domainsAllow = defineCommand({
  help: `Lets another server take part where LIMITED_FEDERATION_MODE is on: only servers that are allowed,
by their exact names, are spoken with then. Without that mode it has no effect.`,
  words: ['DOMAIN'],
  async run(terminal, [asked = '']) {
    await withApp(terminal, async (app) => {
      const domain = readDomain(app.config, asked)
      await app.transact(async (tx) => {
        const known = await findDomainAllow(tx.db, domain)
        if (known !== null) return
        await allowDomain(tx, domain)
        const { id = null } = (await findDomainAllow(tx.db, domain)) ?? {}
        const target = { type: 'domain_allow', id, label: domain }
        await writeAudit(tx, null, { action: 'create', target })
      })
      await showLimitedEffect(terminal, app, domain)
      terminal.out(`Allowed ${domain}.`)
    })
  },
})

export const domainsDisallow = defineCommand({
  help: `Takes back "rookery domains allow". Where LIMITED_FEDERATION_MODE is on, the accounts of that
server are hidden and all follows to and from them end.`,
  words: ['DOMAIN'],
  async run(terminal, [asked = '']) {
    await withApp(terminal, async (app) => {
      const domain = readDomain(app.config, asked)
      await app.transact(async (tx) => {
        const allow = await findDomainAllow(tx.db, domain)
        if (allow === null) throw new CommandError(`${domain} is not allowed`)
        await disallowDomain(tx, allow.id)
        const target = { type: 'domain_allow', id: allow.id, label: domain }
        await writeAudit(tx, null, { action: 'destroy', target })
      })
      await showLimitedEffect(terminal, app, domain)
      terminal.out(`Disallowed ${domain}.`)
    })
  },
})

async function showLimitedEffect(terminal: Terminal, app: App, domain: string): Promise<void> {
  if (app.config.limitedFederationMode) return showEffect(terminal, app, domain)
  terminal.note('LIMITED_FEDERATION_MODE is off: this counts once it is on')
}
