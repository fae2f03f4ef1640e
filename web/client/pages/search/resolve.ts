import { api } from '../../../shared/api.ts'
import type { Search } from '../../../shared/entities/api.ts'
import { viewer } from '../../../shared/session.ts'
import { profilePath, statusPath } from '../../state/accounts.ts'

const ADDRESS = /^https?:\/\/\S+$/i
const HANDLE = /^@?[\w.-]+@[\w-]+(?:\.[\w-]+)+(?::\d+)?$/

export const isAddress = (text: string): boolean => ADDRESS.test(text)
/** Whether it names one single thing, here or on another server: a profile, a post. */
export const namesOne = (text: string): boolean => isAddress(text) || HANDLE.test(text)

/** Where the thing that is named is shown here; it may be fetched from its server. @returns null: it is not known */
export async function resolve(text: string): Promise<string | null> {
  const resolving = viewer === null ? {} : { resolve: true }
  const found = await api.get<Search>('/api/v2/search', { q: text, ...resolving, limit: 5 })
  const [status] = found.statuses
  if (isAddress(text)) {
    const [account] = found.accounts
    const [collection] = found.collections ?? []
    if (status !== undefined) return statusPath(status)
    if (account !== undefined) return profilePath(account)
    return collection === undefined ? null : `/collections/${collection.id}`
  }
  const handle = text.replace(/^@/, '').toLowerCase()
  const account = found.accounts.find(({ acct, username }) =>
    [acct, `${username}@${location.host}`].some((one) => one.toLowerCase() === handle),
  )
  return account === undefined ? null : profilePath(account)
}
