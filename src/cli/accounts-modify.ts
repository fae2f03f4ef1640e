import { writeAudit } from '../features/audit/log.ts'
import { replacePassword } from '../features/identity/password-changes.ts'
import { approveUser, setDisabled } from '../features/identity/sign-up/activation.ts'
import { changeEmail, confirmUser } from '../features/identity/sign-up/confirmation.ts'
import { disableTwoFactor } from '../features/identity/two-factor/two-factor.ts'
import { assignRole } from '../features/moderation/assign-role.ts'
import { liftLimit } from '../features/moderation/limits.ts'
import { unsuspendAccount } from '../features/moderation/suspension.ts'
import { warnAccount } from '../features/moderation/warn-account.ts'
import type { App } from '../kernel/core/app.ts'
import type { Tx } from '../kernel/core/tx.ts'
import { CommandError, defineCommand } from './command.ts'
import { getLocalAccount, type LocalAccount } from './find-account.ts'
import { hashGivenPassword, makePassword } from './passwords.ts'
import { getRoleId } from './roles.ts'
import { withApp } from './tool.ts'

/** The warning actions that need no list of statuses. */
const ACTIONS = ['none', 'disable', 'sensitive', 'silence', 'suspend'] as const
type Action = (typeof ACTIONS)[number]

export const accountsModify = defineCommand({
  help: `Changes a local account. A new password ends all its sessions and makes all its tokens void.`,
  words: ['NAME'],
  options: {
    email: { type: 'string', value: 'ADDRESS', help: 'New e-mail address, confirmed at once' },
    password: { type: 'string', help: 'New password' },
    'reset-password': { type: 'boolean', help: 'Make a new password and print it' },
    role: { type: 'string', value: 'ROLE', help: 'New role; "none" takes it away' },
    confirm: { type: 'boolean', help: 'Take the e-mail address as confirmed' },
    approve: { type: 'boolean', help: 'Let in somebody who asked to join' },
    disable: { type: 'boolean', help: 'Keep the person from signing in' },
    enable: { type: 'boolean', help: 'Let the person sign in again' },
    unsuspend: { type: 'boolean', help: 'Take a suspension back: all is as before' },
    unsilence: { type: 'boolean', help: 'Take a limit back' },
    unsensitive: { type: 'boolean', help: 'Show its media without a warning again' },
    'disable-2fa': { type: 'boolean', help: 'Ask for no codes any more; passkeys stay' },
    warn: { type: 'string', value: 'TEXT', help: 'Warn the person, who is notified of it' },
    action: {
      type: 'string',
      value: 'ACTION',
      help: `What comes with the warning: ${ACTIONS.join(', ')}`,
    },
  },
  async run(terminal, [name = ''], values) {
    if (Object.keys(values).length === 0) throw new CommandError('Nothing to change was given', 2)
    if (values.disable && values.enable) throw new CommandError('Either --disable or --enable', 2)
    if (values.action !== undefined && values.warn === undefined) {
      throw new CommandError('--action goes with --warn', 2)
    }
    const action = readAction(values.action ?? 'none')
    const made = values['reset-password'] ? makePassword() : undefined
    const account = await withApp(terminal, (app) =>
      modify(app, name, {
        ...values,
        action,
        password: made ?? values.password,
        disableTwoFactor: values['disable-2fa'],
      }),
    )
    terminal.out(`Changed @${account.username}.`)
    if (made !== undefined) terminal.out(`Password: ${made}`)
  },
})

function readAction(text: string): Action {
  const action = ACTIONS.find((known) => known === text)
  if (action === undefined) throw new CommandError(`ACTION is one of ${ACTIONS.join(', ')}`, 2)
  return action
}

interface Changes {
  email: string | undefined
  password: string | undefined
  role: string | undefined
  confirm: boolean | undefined
  approve: boolean | undefined
  disable: boolean | undefined
  enable: boolean | undefined
  disableTwoFactor: boolean | undefined
  unsuspend: boolean | undefined
  unsilence: boolean | undefined
  unsensitive: boolean | undefined
  warn: string | undefined
  action: Action
}

async function modify(app: App, name: string, changes: Changes): Promise<LocalAccount> {
  const account = await getLocalAccount(app.db, name)
  const { role, password } = changes
  const roleId = role === undefined || role === 'none' ? null : await getRoleId(app.db, role)
  const hash = password === undefined ? null : await hashGivenPassword(app, password)
  await app.transact(async (tx) => {
    const userId = account.user_id
    if (role !== undefined) await assignRole(tx, userId, roleId)
    if (changes.email !== undefined) {
      await changeEmail(tx, { userId, email: changes.email, confirm: false })
    }
    if (changes.confirm || changes.email !== undefined) await confirmUser(tx, userId)
    if (hash !== null) await replacePassword(tx, userId, hash)
    await changeAccess(tx, account, changes)
    await takeBack(tx, account, changes)
    const { warn: text, action } = changes
    if (text !== undefined) await warnAccount(tx, { targetId: account.id, action, text })
    const target = { type: 'account', id: account.id, label: `@${account.username}` }
    await writeAudit(tx, null, { action: 'modify', target, details: detailsOf(changes) })
  })
  return account
}

/** Names of the changes; values only if they are no secret. */
function detailsOf({ role, action, ...changes }: Changes) {
  const changed = Object.entries(changes).flatMap(([name, value]) => (value ? [name] : []))
  return {
    changed: role === undefined ? changed : [...changed, 'role'],
    ...(role === undefined ? {} : { role }),
    ...(changes.warn === undefined ? {} : { action }),
  }
}

/** @throws CommandError if there is nothing to undo */
async function takeBack(tx: Tx, { id, username }: LocalAccount, changes: Changes): Promise<void> {
  if (changes.unsuspend && !(await unsuspendAccount(tx, id))) {
    throw new CommandError(`@${username} is not suspended`)
  }
  if (changes.unsilence && !(await liftLimit(tx, id, 'silence'))) {
    throw new CommandError(`@${username} is not limited`)
  }
  if (changes.unsensitive && !(await liftLimit(tx, id, 'sensitive'))) {
    throw new CommandError(`The media of @${username} are not marked as sensitive`)
  }
}

async function changeAccess(tx: Tx, account: LocalAccount, changes: Changes): Promise<void> {
  if (changes.approve && !account.approved) await approveUser(tx, account.user_id)
  if (changes.disableTwoFactor) await disableTwoFactor(tx, account.user_id)
  if (changes.disable) await setDisabled(tx, account.user_id, true)
  if (changes.enable) await setDisabled(tx, account.user_id, false)
}
