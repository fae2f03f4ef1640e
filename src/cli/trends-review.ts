import { findReviewed } from '../features/trends/find-reviewed.ts'
import { REVIEWED, reviewTrend } from '../features/trends/review.ts'
import { CommandError, defineCommand, type Terminal } from './command.ts'
import { withApp } from './tool.ts'

const WHAT = `  tag NAME         a hashtag
  link ADDRESS     one page
  provider HOST    all pages of a site
  status ADDRESS   one post, also by its id
  author HANDLE    all that somebody writes

What is said of a page or a post wins over what is said of its site or author.`

export const trendsApprove = defineCommand({
  help: `Lets something trend, from now on.\n\n${WHAT}`,
  words: ['KIND', 'NAME'],
  run: (terminal, words) => review(terminal, words, true),
})

export const trendsReject = defineCommand({
  help: `Keeps something from trending, from now on.\n\n${WHAT}`,
  words: ['KIND', 'NAME'],
  run: (terminal, words) => review(terminal, words, false),
})

async function review(
  terminal: Terminal,
  [asked = '', name = '']: readonly string[],
  trendable: boolean,
): Promise<void> {
  const kind = REVIEWED.find((one) => one === asked.toLowerCase())
  if (kind === undefined) throw new CommandError(`KIND is one of ${REVIEWED.join(', ')}`, 2)
  await withApp(terminal, async (app) => {
    const id = await findReviewed(app, kind, name)
    if (id === null) throw new CommandError(`There is no ${kind} ${name} here`)
    await app.transact((tx) => reviewTrend(tx, { kind, id }, trendable))
  })
  terminal.out(`${trendable ? 'Approved' : 'Rejected'} ${kind} ${name}.`)
}
