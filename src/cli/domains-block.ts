import { applyDomainLimits } from '../features/accounts/remote/domain-limits.ts'
import { writeAudit } from '../features/audit/log.ts'
import {
  blockDomain,
  changeDomainBlock,
  type DomainBlockChoices,
  findDomainBlock,
  SEVERITIES,
} from '../features/instance/domain-blocks.ts'
import { readDomain } from '../features/instance/domain-names.ts'
import type { App } from '../kernel/core/app.ts'
import { CommandError, defineCommand, type Terminal } from './command.ts'
import { createProgress } from './progress.ts'
import { withApp } from './tool.ts'

export const domainsBlock = defineCommand({
  help: `Limits what comes from and goes to another server, its subdomains included. Doing it again
changes what is given and keeps the rest.

  suspend   nothing is exchanged; its accounts are hidden and all follows to and from them end
  silence   its posts are seen only by those who follow their authors
  noop      nothing but --reject-media and --reject-reports`,
  words: ['DOMAIN'],
  options: {
    severity: { type: 'string', value: 'LEVEL', help: 'suspend, silence or noop; default suspend' },
    'reject-media': { type: 'boolean', help: 'Take no pictures, sound or film from it' },
    'reject-reports': { type: 'boolean', help: 'Take no reports from it' },
    'public-comment': { type: 'string', value: 'TEXT', help: 'Why, for everybody to read' },
    'private-comment': { type: 'string', value: 'TEXT', help: 'Why, for moderators' },
    obfuscate: { type: 'boolean', help: 'Hide part of its name in the public list' },
  },
  async run(terminal, [asked = ''], values) {
    const given = readChoices(values)
    await withApp(terminal, async (app) => {
      const domain = readDomain(app.config, asked)
      const changed = await save(app, domain, given)
      await showEffect(terminal, app, domain)
      terminal.out(changed ? `Changed the block of ${domain}.` : `Blocked ${domain}.`)
    })
  },
})

type Severity = DomainBlockChoices['severity']

interface Given {
  severity: string | undefined
  'reject-media': boolean | undefined
  'reject-reports': boolean | undefined
  'public-comment': string | undefined
  'private-comment': string | undefined
  obfuscate: boolean | undefined
}

function readChoices(values: Given): Partial<DomainBlockChoices> {
  const severity = values.severity === undefined ? undefined : readSeverity(values.severity)
  const choices = {
    severity,
    reject_media: values['reject-media'],
    reject_reports: values['reject-reports'],
    public_comment: values['public-comment'],
    private_comment: values['private-comment'],
    obfuscate: values.obfuscate,
  }
  const given = Object.entries(choices).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given)
}

function readSeverity(text: string): Severity {
  const severity = SEVERITIES.find((name) => name === text.toLowerCase())
  if (severity !== undefined) return severity
  throw new CommandError(`--severity is suspend, silence or noop, not "${text}"`, 2)
}

/** @returns whether a block existed, which is changed */
async function save(
  app: App,
  domain: string,
  given: Partial<DomainBlockChoices>,
): Promise<boolean> {
  return app.transact(async (tx) => {
    const existing = await findDomainBlock(tx.db, domain)
    if (existing === null) await blockDomain(tx, domain, { severity: 'suspend', ...given })
    else await changeDomainBlock(tx, existing.id, given)
    const { id = null } = (await findDomainBlock(tx.db, domain)) ?? {}
    const action = existing === null ? 'create' : 'update'
    const target = { type: 'domain_block', id, label: domain }
    await writeAudit(tx, null, { action, target, details: given })
    return existing !== null
  })
}

/** Applies the limits now, which a job of the server would otherwise do later. */
export async function showEffect(terminal: Terminal, app: App, domain: string): Promise<void> {
  const progress = createProgress(terminal)
  const changed = await applyDomainLimits(app, [domain], (done) => progress(`${done} accounts`))
  terminal.note(`${changed} accounts that are known changed`)
}
