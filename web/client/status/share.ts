import type { Status } from '../../shared/entities/api.ts'
import { t } from '../../shared/i18n.ts'
import { copy } from '../layers/clipboard.ts'

const addressOf = ({ url, uri }: Pick<Status, 'url' | 'uri'>): string => url ?? uri

/** By the device's own sheet where there is one, else by copying the address. */
export async function share(status: Status): Promise<void> {
  const url = addressOf(status)
  if (navigator.share === undefined) return copyAddress(status)
  try {
    await navigator.share({ url })
  } catch (error) {
    // whoever closes the sheet wanted nothing
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copyAddress(status)
  }
}

export async function copyAddress(status: Pick<Status, 'url' | 'uri'>): Promise<void> {
  await copy(addressOf(status), t('The link is copied'))
}
