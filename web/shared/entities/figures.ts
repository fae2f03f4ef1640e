/** Numbers come as text. @see https://docs.joinmastodon.org/entities/Admin_Measure/ */
export interface Measure {
  key: string
  unit: string | null
  total: string
  human_value?: string
  previous_total?: string
  data: { date: string; value: string }[]
}

/** @see https://docs.joinmastodon.org/entities/Admin_Dimension/ */
export interface Dimension {
  key: string
  data: { key: string; human_key: string; value: string; unit?: string; human_value?: string }[]
}

/** @see https://docs.joinmastodon.org/entities/Admin_Cohort/ */
export interface Cohort {
  period: string
  frequency: 'day' | 'month'
  data: { date: string; rate: number; value: string }[]
}
