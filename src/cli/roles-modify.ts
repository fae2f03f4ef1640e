import { writeAudit } from '../features/audit/log.ts'
import { setTwoFactorRequired } from '../features/roles/roles.ts'
import { CommandError, defineCommand } from './command.ts'
import { getRoleId } from './roles.ts'
import { withApp } from './tool.ts'

export const rolesModify = defineCommand({
  help: `Changes a role. Whoever has a role that requires two factors can use nothing but the page to
set that up until codes of an app are asked for when they sign in.`,
  words: ['ROLE'],
  options: {
    'require-2fa': { type: 'boolean', help: 'Demand a second factor of its people' },
    'allow-password-only': { type: 'boolean', help: 'Demand none any more' },
  },
  async run(terminal, [name = ''], values) {
    const required = values['require-2fa'] === true
    if (required === (values['allow-password-only'] === true)) {
      throw new CommandError('Either --require-2fa or --allow-password-only', 2)
    }
    await withApp(terminal, async (app) => {
      const roleId = await getRoleId(app.db, name)
      await app.transact(async (tx) => {
        await setTwoFactorRequired(tx, roleId, required)
        const target = { type: 'role', id: roleId, label: name }
        const details = { require_two_factor: required }
        await writeAudit(tx, null, { action: 'update', target, details })
      })
    })
    terminal.out(`Changed the role ${name}.`)
  },
})
