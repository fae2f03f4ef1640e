import type { Report } from '../../../shared/entities/admin.ts'

/** Ids of the reported posts that something can still be done to. */
export function choosable({ statuses, deleted_status_ids }: Report): string[] {
  return statuses.map(({ id }) => id).filter((id) => !deleted_status_ids.includes(id))
}
