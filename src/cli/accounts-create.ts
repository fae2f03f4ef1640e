import { createLocalAccount } from '../features/identity/local-accounts.ts'
import { demandsConfirmation } from '../features/identity/sign-up/confirmation.ts'
import { approvalRequired } from '../features/instance/registrations.ts'
import { settings } from '../features/instance/settings.ts'
import type { App } from '../kernel/core/app.ts'
import { CommandError, defineCommand } from './command.ts'
import { hashGivenPassword, makePassword } from './passwords.ts'
import { getRoleId } from './roles.ts'
import { withApp } from './tool.ts'

export const accountsCreate = defineCommand({
  help: `Creates a local account. Without --password one is made and printed.
Where a mail server is set, or the settings ask for it, the person has to confirm the address
unless --confirmed is given; where sign-ups need approval, so does this one unless --approved is.`,
  words: ['NAME'],
  options: {
    email: { type: 'string', value: 'ADDRESS', help: 'E-mail address; must be given' },
    password: { type: 'string', help: 'Password, 8 characters or more' },
    role: { type: 'string', value: 'ROLE', help: 'Owner, Admin, Moderator or a role of your own' },
    confirmed: { type: 'boolean', help: 'Take the address as confirmed' },
    approved: { type: 'boolean', help: 'Let the account in at once' },
    json: { type: 'boolean', help: 'Print the result as JSON' },
  },
  async run(terminal, [name = ''], values) {
    const { email } = values
    if (email === undefined) throw new CommandError('--email must be given', 2)
    const password = values.password ?? makePassword()
    const username = name.replace(/^@/, '')
    const { accountId } = await withApp(terminal, (app) =>
      create(app, { ...values, username, email, password }),
    )
    const made = values.password === undefined ? { password } : {}
    if (values.json) return terminal.out(JSON.stringify({ id: accountId, username, ...made }))
    terminal.out(`Created @${username} with the id ${accountId}.`)
    if (values.password === undefined) terminal.out(`Password: ${password}`)
  },
})

interface Input {
  username: string
  email: string
  password: string
  role: string | undefined
  confirmed: boolean | undefined
  approved: boolean | undefined
}

async function create(app: App, input: Input) {
  const current = await app.cached.get(settings)
  const roleId = input.role === undefined ? null : await getRoleId(app.db, input.role)
  const passwordHash = await hashGivenPassword(app, input.password)
  const confirmed = input.confirmed === true || !(await demandsConfirmation(app))
  const approved = input.approved === true || !approvalRequired(current)
  return app.transact((tx) =>
    createLocalAccount(tx, {
      username: input.username,
      email: input.email,
      passwordHash,
      locale: current.languages[0] ?? 'en',
      roleId,
      confirmed,
      approved,
      byOperator: true,
    }),
  )
}
