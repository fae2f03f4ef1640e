import { countGraphemes } from '../../../src/kernel/text/count.ts'
import { plural, t } from '../../shared/i18n.ts'
import { asLocalTime } from '../../shared/local-time.ts'
import { countOf } from './character-count.ts'
import { filledPoll, isBlank, type Part, type Writing, type WrittenPoll } from './writing.ts'

/** ms that the server wants between now and a scheduled time (S-345), and some for the way there */
const AHEAD = 5 * 60_000 + 10_000

/** Limits of the server. */
export interface Limits {
  /** of a post */
  characters: number
  polls: {
    max_options: number
    max_characters_per_option: number
    /** s */
    min_expiration: number
    max_expiration: number
  }
}

/** Of a server that has not said it yet. */
export const DEFAULT_LIMITS: Limits = {
  characters: 500,
  polls: {
    max_options: 4,
    max_characters_per_option: 50,
    min_expiration: 300,
    max_expiration: 2_629_746,
  },
}

/**
 * Reasons why it cannot be sent, in words; the rules are the server's, so that it does not have to refuse.
 * @param now ms
 */
export function problemsOf(writing: Writing, limits: Limits, now = Date.now()): string[] {
  const open = writing.parts.filter(({ sentId }) => sentId === null)
  const isThread = writing.parts.length > 1
  const found = open.flatMap((part) => {
    const problems = problemsOfPart(part, writing, limits)
    if (!isThread) return problems
    const n = writing.parts.indexOf(part) + 1
    return problems.map((text) => t('Post {n}: {problem}', { n, problem: text }))
  })
  return [...found, ...problemsOfTime(writing, now)]
}

/** The earliest time that may be chosen. */
export const earliest = (now = Date.now()): Date => new Date(now + AHEAD)

function problemsOfTime({ scheduledAt, parts }: Writing, now: number): string[] {
  if (scheduledAt === '') return []
  const at = new Date(scheduledAt).getTime()
  if (Number.isNaN(at)) return [t('Choose a day and a time.')]
  if (at < earliest(now).getTime()) {
    return [t('Choose a time at least five minutes from now.')]
  }
  if (parts.some(({ sentId }) => sentId !== null)) {
    return [t('A part of it is posted already, so the rest cannot wait for a time.')]
  }
  return []
}

function problemsOfPart(part: Part, writing: Writing, limits: Limits): string[] {
  const problems: string[] = []
  const over = countOf(part) - limits.characters
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
  return part.poll === null ? problems : [...problems, ...problemsOfPoll(part.poll, limits.polls)]
}

function problemsOfPoll(
  poll: WrittenPoll,
  { max_characters_per_option: most }: Limits['polls'],
): string[] {
  const { options } = filledPoll(poll)
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

/** Tomorrow at nine, which can be changed. @param now ms */
export function suggestedTime(now = Date.now()): string {
  const at = new Date(now)
  at.setDate(at.getDate() + 1)
  at.setHours(9, 0, 0, 0)
  return asLocalTime(at.toISOString())
}
