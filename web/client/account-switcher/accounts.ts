import { api } from '../../shared/api.ts'
import { ApiError } from '../../shared/api-error.ts'
import { tellError } from '../../shared/components/toast.tsx'
import type { Account, BrowserAccount } from '../../shared/entities/api.ts'
import { tellLeft } from '../../shared/other-tabs.ts'
import { checkSession } from '../../shared/session.ts'

/** The other accounts that are signed in in this browser. */
export async function readOthers(): Promise<Account[]> {
  const list = await api.get<BrowserAccount[]>('/api/rookery/v1/browser_accounts')
  return list.filter(({ current }) => !current).map(({ account }) => account)
}

/** Goes on as another account of this browser, in all of its tabs. */
export function switchTo(account: Account): Promise<void> {
  return leave('/auth/switch', { account_id: account.id })
}

/** Signs out; the browser goes on with the next account, if there is one. */
export function signOut({ all = false } = {}): Promise<void> {
  return leave('/auth/sign_out', all ? { all: '1' } : {})
}

/** The page is loaded anew: nothing of the account that was left stays behind. */
async function leave(path: string, body: Record<string, string>): Promise<void> {
  try {
    const { location: next } = await api.post<{ location: string }>(path, body)
    tellLeft()
    location.assign(next)
  } catch (error) {
    // another tab has done so before
    if (error instanceof ApiError && error.status === 422) await checkSession()
    tellError(error)
  }
}
