import { api } from '../../../shared/api.ts'
import { tellError } from '../../../shared/components/toast.tsx'
import type { Status, StatusSource } from '../../../shared/entities/api.ts'
import { openComposer } from '../../compose/open-composer.ts'

/** Opens the composer with what was written. */
export async function edit(status: Status): Promise<void> {
  try {
    openComposer({ edit: { status, source: await sourceOf(status.id) } })
  } catch (error) {
    tellError(error)
  }
}

const sourceOf = (id: string) => api.get<StatusSource>(`/api/v1/statuses/${id}/source`)
