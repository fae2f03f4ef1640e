import { text } from 'node:stream/consumers'
import { exportBlocks } from '../features/moderation/block-lists/export.ts'
import { defineCommand } from './command.ts'
import { withApp } from './tool.ts'

export const domainsExport = defineCommand({
  help: `Prints the blocks of servers as the CSV file that Mastodon and "rookery domains import" take.`,
  async run(terminal) {
    const file = await withApp(terminal, (app) => text(exportBlocks(app.slowDb)))
    terminal.out(file.trimEnd())
  },
})
