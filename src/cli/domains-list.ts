import type { DomainBlock } from '../features/instance/domain-blocks.ts'
import { isoTime } from '../kernel/base/json.ts'
import type { App } from '../kernel/core/app.ts'
import { defineCommand } from './command.ts'
import { inBatches } from './in-batches.ts'
import { table } from './table.ts'
import { withApp } from './tool.ts'

export const domainsList = defineCommand({
  help: `Lists the servers that are blocked, and those that are allowed, oldest first.`,
  options: {
    json: { type: 'boolean', help: 'Print as JSON' },
  },
  async run(terminal, _, { json }) {
    const { blocks, allows } = await withApp(terminal, readDecisions)
    if (json) return terminal.out(JSON.stringify({ blocks, allows }))
    if (blocks.length === 0 && allows.length === 0) return terminal.out('None.')
    const blocked = blocks.map((block) => [block.domain, block.severity, describe(block)])
    const allowed = allows.map(({ domain }) => [domain, 'allowed'])
    for (const line of table([['DOMAIN', 'STATE', 'MORE'], ...blocked, ...allowed])) {
      terminal.out(line)
    }
  },
})

async function readDecisions({ db }: App) {
  const blocks = await Array.fromAsync(
    inBatches((after, limit) =>
      db
        .selectFrom('domain_block')
        .selectAll()
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
    ),
  )
  const allows = await Array.fromAsync(
    inBatches((after, limit) =>
      db
        .selectFrom('domain_allow')
        .selectAll()
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
    ),
  )
  return { blocks: blocks.map(dated), allows: allows.map(dated) }
}

function dated<Row extends { created_at: number }>(row: Row) {
  return { ...row, created_at: isoTime(row.created_at) }
}

function describe(block: Omit<DomainBlock, 'created_at'>): string {
  const parts = [
    block.reject_media ? 'no media' : null,
    block.reject_reports ? 'no reports' : null,
    block.obfuscate ? 'obfuscated' : null,
    block.public_comment,
    block.private_comment === null ? null : `(${block.private_comment})`,
  ]
  return parts.filter((part) => part !== null).join(', ')
}
