import { BASE_ROLE_ID, roles } from '../features/roles/roles.ts'
import { defineCommand } from './command.ts'
import { table } from './table.ts'
import { withApp } from './tool.ts'

export const rolesList = defineCommand({
  help: 'Lists the roles, the highest first, and whether their people must sign in with two factors.',
  options: {},
  async run(terminal) {
    const known = await withApp(terminal, (app) => app.cached.get(roles))
    const named = [...known.values()].filter(({ id }) => id !== BASE_ROLE_ID)
    const lines = named
      .toSorted((a, b) => b.position - a.position)
      .map((role) => [role.name, role.require_two_factor ? 'required' : 'optional'])
    for (const line of table([['ROLE', 'TWO-FACTOR'], ...lines])) terminal.out(line)
  },
})
