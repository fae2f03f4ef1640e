import { closed, flag, id, listOf, nullable, oneOf, ref, text, time } from './kinds.ts'

const filter = {
  id,
  title: text,
  context: listOf(oneOf('home', 'notifications', 'public', 'thread', 'account')),
  expires_at: nullable(time),
  filter_action: oneOf('warn', 'hide', 'blur'),
}

/** Entities of keyword filters (S-090, S-091, S-110, S-118). */
export const filterEntities = {
  Filter: closed({
    ...filter,
    keywords: listOf(ref('FilterKeyword')),
    statuses: listOf(ref('FilterStatus')),
  }),
  FilterKeyword: closed({ id, keyword: text, whole_word: flag }),
  FilterStatus: closed({ id, status_id: id }),
  FilterResult: closed({
    filter: closed(filter),
    keyword_matches: nullable(listOf(text)),
    status_matches: nullable(listOf(id)),
  }),
  'V1::Filter': closed({
    id,
    phrase: text,
    context: filter.context,
    whole_word: flag,
    expires_at: nullable(time),
    irreversible: flag,
  }),
}
