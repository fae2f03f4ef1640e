import { useRef } from 'preact/hooks'
import { readPages, type SeveralPages } from '../../../shared/all-pages.ts'
import { api } from '../../../shared/api.ts'
import type { Review } from '../../../shared/entities/trends.ts'
import { t } from '../../../shared/i18n.ts'
import { type Resource, useResource } from '../../../shared/use-resource.ts'
import type { Kind } from './kinds.tsx'

export type Verb = 'approve' | 'reject'

export const DECIDED: Readonly<Record<Verb, string>> = {
  approve: t('Approved'),
  reject: t('Rejected'),
}

const PATH = '/api/v1/admin/trends'
/** so many pages are read at most; what comes after hardly rises */
const MOST_PAGES = 5

/** Items that await review come first, the others in the API's order. */
type RisingList = SeveralPages<Review>

export interface RisingResource extends Resource<RisingList> {
  /** puts what was decided where it stood: it does not run away from under the pointer */
  replace(item: Review): void
}

export function useRising(kind: Kind): RisingResource {
  const resource = useResource(`rising ${kind.path}`, () => readAll(kind))
  // several decisions may be under way at once
  const latest = useRef(resource.data)
  latest.current = resource.data
  return {
    ...resource,
    replace(item) {
      if (latest.current === null) return
      const items = latest.current.items.map((one) => (one.id === item.id ? item : one))
      latest.current = { ...latest.current, items }
      resource.set(latest.current)
    },
  }
}

async function readAll({ path, limit }: Kind): Promise<RisingList> {
  const { items, more } = await readPages<Review>(`${PATH}/${path}`, { limit }, MOST_PAGES)
  const waits = ({ requires_review }: Review) => (requires_review ? 0 : 1)
  return { items: items.toSorted((one, other) => waits(one) - waits(other)), more }
}

/** @returns it as it is then */
export function decide({ path }: Kind, { id }: Review, verb: Verb): Promise<Review> {
  return api.post<Review>(`${PATH}/${path}/${id}/${verb}`)
}
