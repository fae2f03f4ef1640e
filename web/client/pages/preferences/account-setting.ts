import { api } from '../../../shared/api.ts'
import type { Holder } from '../../../shared/components/fields.tsx'
import { tellError } from '../../../shared/components/toast.tsx'
import type { AccountPreferences, Preferences } from '../../../shared/entities/api.ts'
import { type Resource, useGet } from '../../../shared/use-resource.ts'
import { preferences } from '../../state/server.ts'

const PATH = '/api/rookery/v1/account/preferences'

/** Preferences of the account that count in every app. */
export const useAccountPreferences = () => useGet<AccountPreferences>(PATH)

/** changes are sent one after the other, so that the last one holds */
let sending: Promise<unknown> = Promise.resolve()

type Name = Exclude<keyof AccountPreferences, `digest_${string}`>

/** A setting as fields take it: what is chosen is kept at once, and taken back where the server refuses. */
export function accountSetting<K extends Name>(
  from: Resource<AccountPreferences>,
  known: AccountPreferences,
  name: K,
): Holder<NonNullable<AccountPreferences[K]> extends string ? string : AccountPreferences[K]>
export function accountSetting(
  from: Resource<AccountPreferences>,
  known: AccountPreferences,
  name: Name,
): Holder<string | boolean> {
  return {
    get value() {
      return known[name] ?? ''
    },
    set value(chosen) {
      const value = chosen === '' ? null : chosen
      from.set({ ...known, [name]: value })
      sending = sending.then(() => send(from, known, { [name]: value }))
    },
  }
}

async function send(
  from: Resource<AccountPreferences>,
  before: AccountPreferences,
  changes: object,
): Promise<void> {
  try {
    from.set(await api.patch<AccountPreferences>(PATH, changes))
    // what the composer and the posts go by
    preferences.value = await api.get<Preferences>('/api/v1/preferences')
  } catch (error) {
    from.set(before)
    tellError(error)
  }
}
