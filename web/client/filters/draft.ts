import { KEEP_END } from '../../../src/surfaces/pages/settings/filter-choices.ts'
import type { Filter } from '../../shared/entities/api.ts'

/** A filter as it is written in its form. */
export interface FilterDraft {
  title: string
  context: readonly string[]
  action: string
  /** as `filterEnds` has it */
  end: string
  keywords: readonly KeywordDraft[]
}

export interface KeywordDraft {
  /** names the row, also before the server knows it */
  key: string
  /** null: it is new */
  id: string | null
  keyword: string
  wholeWord: boolean
}

let rows = 0

export function emptyRow(keyword = ''): KeywordDraft {
  rows += 1
  return { key: `new-${rows}`, id: null, keyword, wholeWord: true }
}

/** @param word that the filter begins with; blank: none */
export const newDraft = (word: string): FilterDraft => ({
  title: word,
  context: ['home', 'public'],
  action: 'warn',
  end: '',
  keywords: [emptyRow(word)],
})

export function draftOf(filter: Filter): FilterDraft {
  const { title, context, filter_action, expires_at, keywords } = filter
  const written = keywords.map(({ id, keyword, whole_word }) => {
    return { key: id, id, keyword, wholeWord: whole_word }
  })
  return {
    title,
    context,
    action: filter_action,
    end: expires_at === null ? '' : KEEP_END,
    keywords: written.length > 0 ? written : [emptyRow()],
  }
}

/**
 * The draft as the API takes it. Keywords whose row is gone or emptied are deleted.
 * @param saved keywords of the filter as the server knows them
 */
export function bodyOf(draft: FilterDraft, saved: Filter['keywords']): object {
  const { title, context, action, end } = draft
  const written = draft.keywords.filter(({ keyword }) => keyword.trim() !== '')
  const gone = saved.filter(({ id }) => !written.some((row) => row.id === id))
  const expires = end === KEEP_END ? {} : { expires_in: end === '' ? null : Number(end) }
  return {
    title: title.trim(),
    context,
    filter_action: action,
    ...expires,
    keywords_attributes: [
      ...written.map(({ id, keyword, wholeWord }) => ({
        ...(id === null ? {} : { id }),
        keyword: keyword.trim(),
        whole_word: wholeWord,
      })),
      ...gone.map(({ id }) => ({ id, _destroy: true })),
    ],
  }
}

/** Whether a filter has ended: it stays, and does nothing. @param now ms since 1970 */
export const hasEnded = ({ expires_at }: Pick<Filter, 'expires_at'>, now: number): boolean =>
  expires_at !== null && Date.parse(expires_at) <= now
