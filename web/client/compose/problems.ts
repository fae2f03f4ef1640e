import { plural, t } from '../../shared/i18n.ts'
import { instance } from '../state/server.ts'
import { countGraphemes, countOf, maxCharacters } from './count.ts'
import { filledPoll, isBlank, type Part, type Writing, type WrittenPoll } from './writing.ts'

/** ms that the server wants between now and a scheduled time (S-345), and some for the way there */
const AHEAD = 5 * 60_000 + 10_000

/** What keeps it from being sent, in words; the rules are the server's, so that it does not have to refuse. */
export function problemsOf(writing: Writing): string[] {
  const open = writing.parts.filter(({ sentId }) => sentId === null)
  const isThread = writing.parts.length > 1
  const found = open.flatMap((part) => {
    const problems = problemsOfPart(part, writing)
    if (!isThread) return problems
    const n = writing.parts.indexOf(part) + 1
    return problems.map((text) => t('Post {n}: {problem}', { n, problem: text }))
  })
  return [...found, ...problemsOfTime(writing)]
}

/** The earliest time that may be chosen. */
export const earliest = (): Date => new Date(Date.now() + AHEAD)

function problemsOfTime({ scheduledAt, parts }: Writing): string[] {
  if (scheduledAt === '') return []
  const at = new Date(scheduledAt).getTime()
  if (Number.isNaN(at)) return [t('Choose a day and a time.')]
  if (at < earliest().getTime()) {
    return [t('Choose a time at least five minutes from now.')]
  }
  if (parts.length > 1) {
    return [t('Only a single post can be scheduled. Remove the others, or post them now.')]
  }
  return []
}

function problemsOfPart(part: Part, writing: Writing): string[] {
  const problems: string[] = []
  const over = countOf(part) - maxCharacters()
  if (over > 0) {
    problems.push(plural(over, 'It is {n} character too long.', 'It is {n} characters too long.'))
  }
  const isQuote = writing.quote !== null && writing.parts[0] === part
  if (isBlank(part) && !isQuote) problems.push(t('Write something, or add a picture.'))
  else if (part.text.trim() === '' && part.media.length === 0 && !isQuote) {
    if (!(part.warned && part.spoiler_text.trim() !== '')) problems.push(t('Write something, too.'))
  }
  if (part.media.some(({ state }) => state === 'failed')) {
    problems.push(t('A file could not be uploaded. Try again or remove it.'))
  }
  return part.poll === null ? problems : [...problems, ...problemsOfPoll(part.poll)]
}

function problemsOfPoll(poll: WrittenPoll): string[] {
  const { options } = filledPoll(poll)
  const most = instance.peek()?.configuration.polls.max_characters_per_option ?? 50
  const problems: string[] = []
  if (options.length < 2) problems.push(t('A poll needs two answers at least.'))
  if (new Set(options).size < options.length) {
    problems.push(t('The answers of a poll have to differ.'))
  }
  if (options.some((option) => countGraphemes(option) > most)) {
    problems.push(t('An answer of the poll is longer than {n} characters.', { n: most }))
  }
  return problems
}
