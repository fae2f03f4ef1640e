import { deleteAnnouncement } from '../features/announcements/announcements.ts'
import { normalizeId } from '../kernel/base/ids.ts'
import { CommandError, defineCommand } from './command.ts'
import { withApp } from './tool.ts'

export const announcementsDelete = defineCommand({
  help: 'Removes an announcement with the reactions to it.',
  words: ['ID'],
  async run(terminal, [asked = '']) {
    const id = normalizeId(asked)
    if (id === null) throw new CommandError(`"${asked}" is no id`, 2)
    await withApp(terminal, async (app) => {
      await app.transact((tx) => deleteAnnouncement(tx, id))
      terminal.out(`Deleted announcement ${asked}.`)
    })
  },
})
