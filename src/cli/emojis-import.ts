import { readdir } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { saveEmoji } from '../features/emojis/save-emoji.ts'
import { DomainError } from '../kernel/base/errors.ts'
import type { App } from '../kernel/core/app.ts'
import { processEmoji } from '../kernel/processing/profile-images.ts'
import { SHORTCODE } from '../kernel/text/shortcodes.ts'
import { CommandError, defineCommand, type Terminal } from './command.ts'
import { createProgress } from './progress.ts'
import { withApp } from './tool.ts'

const EXTENSIONS = new Set(['.png', '.gif', '.webp'])

export const emojisImport = defineCommand({
  help: `Adds custom emoji from the PNG, GIF and WebP files of a folder (not of those in it). A file's
name is the shortcode: party_rook.png becomes :party_rook:. Emoji that are there are kept.`,
  words: ['FOLDER'],
  options: {
    category: { type: 'string', help: 'Category in the picker' },
    overwrite: { type: 'boolean', help: 'Replace the pictures of emoji that are there' },
  },
  async run(terminal, [folder = ''], { category, overwrite = false }) {
    const files = await picturesIn(folder)
    const counts = { added: 0, replaced: 0, kept: 0, refused: 0 }
    await withApp(terminal, async (app) => {
      const progress = createProgress(terminal)
      for (const [done, file] of files.entries()) {
        counts[await importFile(app, terminal, join(folder, file), { category, overwrite })]++
        progress(`${done + 1} of ${files.length}`)
      }
    })
    const { added, replaced, kept, refused } = counts
    terminal.out(`${added} added, ${replaced} replaced, ${kept} kept as they were`)
    if (refused > 0) throw new CommandError(`${refused} of ${files.length} files were not taken`)
  },
})

async function picturesIn(folder: string): Promise<string[]> {
  try {
    const names = await readdir(folder)
    return names.filter((name) => EXTENSIONS.has(extname(name).toLowerCase())).sort()
  } catch (error) {
    throw new CommandError(`${folder} cannot be read: ${(error as Error).message}`)
  }
}

interface Choices {
  category: string | undefined
  overwrite: boolean
}

async function importFile(app: App, terminal: Terminal, path: string, choices: Choices) {
  const shortcode = basename(path, extname(path))
  try {
    if (!SHORTCODE.test(shortcode)) {
      throw new CommandError('its name must be 2 to 128 letters, digits and underscores')
    }
    const picture = await processEmoji({ path })
    return await saveEmoji(app, { ...choices, shortcode, picture })
  } catch (error) {
    const isOfFile = (error as NodeJS.ErrnoException).path === path
    if (!(error instanceof DomainError || error instanceof CommandError || isOfFile)) throw error
    terminal.note(`${path}: ${(error as Error).message}`)
    return 'refused'
  }
}
