import { DAY } from '../kernel/base/durations.ts'
import { isoDay, isoTime } from '../kernel/base/json.ts'
import type { Db } from '../kernel/db/database.ts'
import { CommandError, defineCommand } from './command.ts'
import { type LocalAccount, localAccounts, stateOf } from './find-account.ts'
import { inBatches } from './in-batches.ts'
import { table } from './table.ts'
import { withApp } from './tool.ts'

const STATES = ['active', 'pending', 'unconfirmed', 'disabled', 'silenced', 'suspended']

export const accountsList = defineCommand({
  help: 'Lists local accounts, oldest first.',
  options: {
    state: { type: 'string', value: 'STATE', help: `Only these: ${STATES.join(', ')}` },
    role: { type: 'string', value: 'ROLE', help: 'Only with this role' },
    limit: { type: 'string', value: 'NUMBER', help: 'How many at most; default 1000' },
    json: { type: 'boolean', help: 'Print one JSON object a line' },
  },
  async run(terminal, _, { state, role, limit = '1000', json }) {
    if (state !== undefined && !STATES.includes(state)) {
      throw new CommandError(`--state is one of ${STATES.join(', ')}`, 2)
    }
    if (!/^\d+$/.test(limit)) throw new CommandError('--limit is a number', 2)
    await withApp(terminal, async (app) => {
      const matches = (account: LocalAccount) =>
        (state === undefined || stateOf(account) === state) &&
        (role === undefined || account.role?.toLowerCase() === role.toLowerCase())
      const found: LocalAccount[] = []
      for await (const account of inBatches((after, most) => accountsAfter(app.db, after, most))) {
        if (found.length >= Number(limit)) break
        if (matches(account)) found.push(account)
      }
      const lines = json ? found.map(jsonLine) : table([HEADINGS, ...found.map(row)])
      for (const line of lines) terminal.out(line)
    })
  },
})

function accountsAfter(db: Db, after: string, limit: number): Promise<LocalAccount[]> {
  return localAccounts(db)
    .where('account.id', '>', after)
    .orderBy('account.id')
    .limit(limit)
    .execute()
}

const HEADINGS = ['NAME', 'E-MAIL', 'ROLE', 'STATE', 'CREATED', 'LAST HERE']

function row(account: LocalAccount): string[] {
  return [
    account.username,
    account.email,
    account.role ?? '-',
    stateOf(account),
    isoDay(account.created_at),
    account.last_active_day === null ? '-' : isoDay(account.last_active_day * DAY),
  ]
}

function jsonLine(account: LocalAccount): string {
  const { id, username, email, role, created_at } = account
  const state = stateOf(account)
  return JSON.stringify({ id, username, email, role, state, created_at: isoTime(created_at) })
}
