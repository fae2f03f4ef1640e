import type { Page } from '../db/pagination.ts'
import { limitOf } from './params.ts'

interface PageQuery {
  max_id?: string | undefined
  since_id?: string | undefined
  min_id?: string | undefined
  limit?: number | undefined
}

/** The requested page of a listing by cursor (S-006, S-040). */
export function pageOf(query: PageQuery, standard: number, largest = standard * 2): Page {
  return {
    maxId: query.max_id ?? null,
    sinceId: query.since_id ?? null,
    minId: query.min_id ?? null,
    limit: limitOf(query, standard, largest),
  }
}
