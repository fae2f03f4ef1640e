/**
 * Choices of a filter, for the form of the server and for the client. It imports nothing, as browsers read
 * it, too.
 */

type Say<Words> = (text: string) => Words

export interface FilterChoice<Value extends string, Words> {
  value: Value
  title: Words
}

type ContextName = 'home' | 'notifications' | 'public' | 'thread' | 'account'
type ActionName = 'warn' | 'blur' | 'hide'

/** Where a filter applies. */
export const filterContexts = <Words>(t: Say<Words>): FilterChoice<ContextName, Words>[] => [
  { value: 'home', title: t('Home and lists') },
  { value: 'notifications', title: t('Notifications') },
  { value: 'public', title: t('Public timelines') },
  { value: 'thread', title: t('Conversations') },
  { value: 'account', title: t('Profiles') },
]

/** Effects of a filter on a post. */
export const filterActions = <Words>(
  t: Say<Words>,
): (FilterChoice<ActionName, Words> & { hint: Words })[] => [
  { value: 'warn', title: t('Warn'), hint: t('Covers a post with the name of the filter.') },
  { value: 'blur', title: t('Blur media'), hint: t('Shows the text and covers what is attached.') },
  { value: 'hide', title: t('Hide'), hint: t('Leaves a post out as if it were not there.') },
]

/** Stands for the end that a filter has already. */
export const KEEP_END = 'keep'
const HOUR = 3600

/** When a filter ends: seconds from now, blank for never. @param hasEnd it may stay as it is, then */
export const filterEnds = <Words>(
  t: Say<Words>,
  hasEnd: boolean,
): FilterChoice<string, Words>[] => [
  ...(hasEnd ? [{ value: KEEP_END, title: t('As it is now') }] : []),
  { value: '', title: t('Never|no end') },
  { value: String(HOUR / 2), title: t('In 30 minutes') },
  { value: String(HOUR), title: t('In an hour') },
  { value: String(6 * HOUR), title: t('In 6 hours') },
  { value: String(12 * HOUR), title: t('In 12 hours') },
  { value: String(24 * HOUR), title: t('In a day') },
  { value: String(7 * 24 * HOUR), title: t('In a week') },
]
