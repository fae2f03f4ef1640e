import { createReadStream } from 'node:fs'
import { access, constants } from 'node:fs/promises'
import { basename } from 'node:path'
import { applyDomainLimits } from '../features/accounts/remote/domain-limits.ts'
import { writeAudit } from '../features/audit/log.ts'
import { applyRows, decideToApply } from '../features/moderation/block-lists/apply.ts'
import { insertImport, planList } from '../features/moderation/block-lists/imports.ts'
import type { PlannedRow } from '../features/moderation/block-lists/plan.ts'
import { readBlockList } from '../features/moderation/block-lists/read-list.ts'
import { isoTime } from '../kernel/base/json.ts'
import type { App } from '../kernel/core/app.ts'
import { CommandError, defineCommand, type Terminal } from './command.ts'
import { createProgress } from './progress.ts'
import { withApp } from './tool.ts'

export const domainsImport = defineCommand({
  help: `Blocks the servers that a file names, as Mastodon writes it or one a line. Blocks that are there are kept as
they are, and so are servers that are allowed. What it did can be taken back in the admin pages.`,
  words: ['FILE'],
  options: {
    'dry-run': { type: 'boolean', help: 'Only show what it would do' },
  },
  async run(terminal, [file = ''], { 'dry-run': dryRun = false }) {
    await access(file, constants.R_OK).catch((error: Error) => {
      throw new CommandError(`${file} cannot be read: ${error.message}`)
    })
    await withApp(terminal, async (app) => {
      const rows = await plan(app, file)
      for (const row of rows) show(terminal, row)
      if (!dryRun) await apply(terminal, app, file, rows)
      const count = (outcome: PlannedRow['outcome']) =>
        rows.filter((row) => row.outcome === outcome).length
      const [made, kept, wrong] = [count('create'), count('skip'), count('error')]
      const what = dryRun ? 'would be blocked' : 'blocked'
      terminal.out(`${made} ${what}, ${kept} kept as they are, ${wrong} lines not understood`)
    })
  },
})

async function plan(app: App, file: string): Promise<PlannedRow[]> {
  const entries = await readBlockList(createReadStream(file))
  const privateComment = `From ${basename(file)}, ${isoTime(app.clock()).slice(0, 10)}`
  return planList(app, entries, { mode: 'merge', privateComment })
}

function show(terminal: Terminal, { outcome, line, text, domain, reason, ...row }: PlannedRow) {
  if (outcome === 'error') return terminal.note(`line ${line}: ${text}: ${reason}`)
  if (outcome === 'skip') return terminal.note(`${domain}: ${reason}`)
  const lost = row.followers_lost + row.following_lost
  const cost = lost === 0 ? '' : `, which ends ${lost} follows`
  terminal.note(`${domain}: ${row.given?.severity}${cost}`)
}

async function apply(
  terminal: Terminal,
  app: App,
  file: string,
  rows: readonly PlannedRow[],
): Promise<void> {
  const id = await app.transact(async (tx) => {
    const made = { name: basename(file), source: 'file', mode: 'merge' } as const
    const id = await insertImport(tx, { ...made, subscriptionId: null, total: rows.length, rows })
    await decideToApply(tx, { id })
    const target = { type: 'block_import', id, label: made.name }
    await writeAudit(tx, null, { action: 'apply', target })
    return id
  })
  await applyRows(app, id)
  const domains = rows.flatMap((row) => (row.outcome === 'create' ? row.domain! : []))
  const progress = createProgress(terminal)
  const changed = await applyDomainLimits(app, domains, (done) => progress(`${done} accounts`))
  terminal.note(`${changed} accounts that are known changed`)
}
