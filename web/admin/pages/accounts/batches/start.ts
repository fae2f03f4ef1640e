import { api } from '../../../../shared/api.ts'
import type { AccountBatch, BatchAction } from '../../../../shared/entities/admin.ts'
import type { Query } from '../../../../shared/query.ts'
import { go } from '../../../../shared/router.ts'

const PATH = '/api/rookery/v1/admin/account_batches'

/** All accounts that match the filter of a list, up to what one batch may hold. */
export interface Candidates {
  ids: string[]
  /** how many of them live here */
  local: number
  complete: boolean
}

/** @param asked what the list is asked for */
export function findCandidates({ limit: _, ...filter }: Query): Promise<Candidates> {
  return api.get<Candidates>(`${PATH}/candidates`, filter)
}

interface NewBatch {
  action: BatchAction
  ids: readonly string[]
  subject?: string
  text?: string
  warning_preset_id?: string
  send_email_notification?: boolean
}

/** Starts an action on many accounts, and goes to the page that shows how far it is. */
export async function startBatch(batch: NewBatch): Promise<void> {
  const { id } = await api.post<AccountBatch>(PATH, batch)
  go(`/admin/accounts/batches/${id}`)
}
