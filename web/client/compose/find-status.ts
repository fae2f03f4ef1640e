import { api } from '../../shared/api.ts'
import type { Status } from '../../shared/entities/api.ts'
import { t } from '../../shared/i18n.ts'

/** A status that this one belongs to, which may be gone by now. */
export async function findOrNull(
  id: string | null,
): Promise<{ status: Status | null; notice: string }> {
  if (id === null) return { status: null, notice: '' }
  try {
    return { status: await api.get<Status>(`/api/v1/statuses/${id}`), notice: '' }
  } catch {
    return { status: null, notice: t('The post that this belongs to is no longer there.') }
  }
}
