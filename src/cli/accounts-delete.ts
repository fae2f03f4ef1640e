import { deleteAccount } from '../features/moderation/delete-account.ts'
import { CommandError, defineCommand } from './command.ts'
import { getLocalAccount } from './find-account.ts'
import { withApp } from './tool.ts'

export const accountsDelete = defineCommand({
  help: `Deletes a local account: nobody sees it from now on, its e-mail address, password and profile
are removed, and the server removes its posts and everything else in the background. This cannot
be undone, and the name is never given again.`,
  words: ['NAME'],
  options: { yes: { type: 'boolean', help: 'Yes, for good; must be given' } },
  async run(terminal, [name = ''], { yes }) {
    if (!yes) throw new CommandError('This cannot be undone: add --yes if you are sure', 2)
    await withApp(terminal, async (app) => {
      const account = await getLocalAccount(app.db, name)
      await app.transact((tx) => deleteAccount(tx, account.id))
      terminal.out(`Deleted @${account.username}. The server removes its posts in the background.`)
    })
  },
})
