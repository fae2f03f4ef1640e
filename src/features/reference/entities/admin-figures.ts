import { Type } from '../../../kernel/http/schema.ts'
import {
  closed,
  flag,
  id,
  listOf,
  nullable,
  oneOf,
  optional,
  shortTime,
  text,
  time,
} from './kinds.ts'
import { previewCard, status, tag } from './statuses.ts'

const date = shortTime
const trendable = nullable(flag)

/** Statistics and trends for the staff. */
export const adminFigureEntities = {
  'Admin::Measure': closed({
    key: text,
    unit: nullable(text),
    total: text,
    human_value: optional(text),
    previous_total: optional(text),
    data: listOf(closed({ date, value: text })),
  }),
  'Admin::Dimension': closed({
    key: text,
    data: listOf(
      closed({
        key: text,
        human_key: text,
        value: text,
        unit: optional(text),
        human_value: optional(text),
      }),
    ),
  }),
  'Admin::Cohort': closed({
    period: date,
    frequency: oneOf('day', 'month'),
    data: listOf(closed({ date, rate: Type.Number(), value: text })),
  }),
  'Admin::Tag': closed({
    ...tag,
    usable: flag,
    listable: flag,
    trendable: flag,
    requires_review: flag,
  }),
  'Admin::Trends::Link': closed({
    ...previewCard,
    history: tag.history,
    id,
    trendable,
    requires_review: flag,
  }),
  'Admin::Trends::Status': closed({ ...status, content: text, trendable, requires_review: flag }),
  PreviewCardProvider: closed({
    id,
    domain: text,
    trendable,
    reviewed_at: nullable(time),
    requested_review_at: nullable(time),
    requires_review: flag,
  }),
}
