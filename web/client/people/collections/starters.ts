import { api } from '../../../shared/api.ts'
import type { Account, Collection, CollectionsReply } from '../../../shared/entities/api.ts'
import type { Settings } from '../../../shared/entities/settings.ts'
import { me } from '../../../shared/session.ts'
import { cached } from '../read-cache.ts'
import { act, relationshipTo } from '../relationships.ts'

const SETTINGS = '/api/rookery/v1/admin/settings'

/** Collections that the staff chose for newcomers. */
export const starterCollections = () =>
  cached<readonly Collection[]>(
    'starter collections',
    async () =>
      (await api.get<CollectionsReply>('/api/rookery/v1/starter_collections')).collections,
  )

/** Offers a collection to newcomers, or no longer; for those who may change settings. */
export async function offerToNewcomers({ id }: Collection, isOffered: boolean): Promise<void> {
  const { featured_collections } = await api.get<Settings>(SETTINGS)
  const others = (featured_collections as string[]).filter((one) => one !== id)
  await api.put(SETTINGS, { featured_collections: isOffered ? [...others, id] : others })
  await starterCollections().reload()
}

/** Follows all of them, one after the other. @returns whether nothing failed, which is said */
export async function followAll(accounts: readonly Account[]): Promise<boolean> {
  for (const { id, locked, moved } of accounts) {
    const relationship = relationshipTo(id).peek()
    if (id === me.account_id || moved || relationship?.following || relationship?.requested)
      continue
    const expected = locked ? { requested: true } : { following: true }
    if ((await act(id, { verb: 'follow', expected })) === null) return false
  }
  return true
}
