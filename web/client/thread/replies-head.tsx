import { useId } from 'preact/hooks'
import { plural, t } from '../../shared/i18n.ts'
import { saveWebSetting, webSetting } from '../state/web-settings.ts'
import type { Order } from './tree.ts'

/** How many replies there are, and in which order they are read. */
export function RepliesHead({ count }: { count: number }) {
  const id = useId()
  const order = webSetting('thread_order').value
  const names: Record<Order, string> = {
    oldest: t('Oldest first'),
    newest: t('Newest first'),
    liked: t('Most liked first'),
  }
  return (
    <div class="replies-head">
      <h2>{plural(count, '{n} reply', '{n} replies')}</h2>
      <label class="visually-hidden" for={id}>
        {t('Order of replies')}
      </label>
      <select
        id={id}
        value={order}
        onChange={({ currentTarget }) =>
          saveWebSetting('thread_order', currentTarget.value as Order)
        }
      >
        {Object.entries(names).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}
