import { language, t } from '../../../shared/i18n.ts'

export interface Operator {
  /** what is put into the field */
  text: string
  does: string
  /** without it the rest is to be typed */
  isWhole: boolean
}

const DAY = 86_400_000
/** `2026-11-21`, of the reader's own calendar */
const dayBefore = (days: number): string => {
  const at = new Date(Date.now() - days * DAY)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** Search operators for posts: https://docs.joinmastodon.org/user/searching/ */
export const operators = (): Operator[] => [
  { text: 'from:me', does: t('By yourself'), isWhole: true },
  { text: 'from:', does: t('By somebody: their handle follows'), isWhole: false },
  { text: 'has:image', does: t('With a picture'), isWhole: true },
  { text: 'has:video', does: t('With a video'), isWhole: true },
  { text: 'has:audio', does: t('With sound'), isWhole: true },
  { text: 'has:link', does: t('With a link'), isWhole: true },
  { text: 'has:poll', does: t('With a poll'), isWhole: true },
  { text: 'has:quote', does: t('That quote a post'), isWhole: true },
  { text: 'is:reply', does: t('That answer somebody'), isWhole: true },
  { text: '-is:reply', does: t('That answer nobody'), isWhole: true },
  { text: 'is:sensitive', does: t('With a content warning'), isWhole: true },
  {
    text: 'in:library',
    does: t('Yours, and what you favourited, bookmarked or boosted, or that names you'),
    isWhole: true,
  },
  {
    text: 'in:public',
    does: t('Public posts of people who let themselves be found'),
    isWhole: true,
  },
  { text: `language:${language()}`, does: t('In a language'), isWhole: true },
  { text: `after:${dayBefore(30)}`, does: t('After a day, month or year'), isWhole: true },
  { text: `before:${dayBefore(0)}`, does: t('Before a day, month or year'), isWhole: true },
  {
    text: `during:${dayBefore(0).slice(0, 7)}`,
    does: t('On a day, in a month or year'),
    isWhole: true,
  },
]

/** those that are offered below the field */
const OFFERED = [
  'from:me',
  'has:image',
  'has:video',
  'has:link',
  'has:poll',
  '-is:reply',
  'in:library',
]

export const offered = (): Operator[] => {
  const all = operators()
  const some = OFFERED.flatMap((text) => all.filter((one) => one.text === text))
  return [...some, ...all.filter(({ text }) => text.startsWith('after:'))]
}

const OPERATOR = /(?:^|\s)-?(?:from|has|is|in|language|before|after|during):\S/i

export const hasOperators = (text: string): boolean => OPERATOR.test(text)

/** Puts an operator behind what was typed, or takes it away again. */
export function withOperator(typed: string, operator: string): string {
  const words = typed.split(/\s+/).filter((word) => word !== '')
  if (words.includes(operator)) return words.filter((word) => word !== operator).join(' ')
  return [...words, operator].join(' ')
}
