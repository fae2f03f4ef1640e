import { createAnnouncement } from '../features/announcements/announcements.ts'
import { parseTime } from '../kernel/text/iso-time.ts'
import { CommandError, defineCommand } from './command.ts'
import { withApp } from './tool.ts'

export const announcementsCreate = defineCommand({
  help: `Tells everybody on this server something. It may name people, hashtags, custom emoji and posts,
as a post does. Times are ISO 8601, without a zone UTC: 2026-05-06 18:00.`,
  words: ['TEXT'],
  options: {
    'starts-at': { type: 'string', value: 'TIME', help: 'When what it is about begins' },
    'ends-at': { type: 'string', value: 'TIME', help: 'When it ends: then it is shown no more' },
    'all-day': { type: 'boolean', help: 'Of these two only the days count' },
    'publish-at': { type: 'string', value: 'TIME', help: 'When it is shown first; default now' },
  },
  async run(terminal, [text = ''], values) {
    const input = {
      text,
      startsAt: readTime('starts-at', values['starts-at']),
      endsAt: readTime('ends-at', values['ends-at']),
      allDay: values['all-day'] ?? false,
      publishAt: readTime('publish-at', values['publish-at']),
    }
    await withApp(terminal, async (app) => {
      const id = await app.transact((tx) => createAnnouncement(tx, input))
      terminal.out(`Created announcement ${id}.`)
    })
  },
})

function readTime(option: string, text: string | undefined): number | null {
  if (text === undefined) return null
  const at = parseTime(text)
  if (at === null) throw new CommandError(`--${option} is a time, not "${text}"`, 2)
  return at
}
