import { api } from '../../shared/api.ts'
import { tellError } from '../../shared/components/toast.tsx'
import type { Account } from '../../shared/entities/api.ts'
import { readRelationship } from '../people/relationships.ts'

/** Lets a whole server be seen again. */
export async function unblockDomain(account: Account, domain: string): Promise<void> {
  try {
    await api.delete('/api/v1/domain_blocks', { domain })
    await readRelationship(account.id)
  } catch (problem) {
    tellError(problem)
  }
}
