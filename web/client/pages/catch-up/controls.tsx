import { useId } from 'preact/hooks'
import { formatNumber, t } from '../../../shared/i18n.ts'
import { saveWebSetting, webSetting } from '../../state/web-settings.ts'
import { type Choice, countKinds, type Entry, KINDS, type Kind, type Order } from './digest.ts'

interface ControlsProps {
  entries: readonly Entry<unknown>[]
  choice: Choice
  change: (changes: Partial<Choice>) => void
}

/** Choices of what is shown of it, and how. */
export function Controls({ entries, choice, change }: ControlsProps) {
  const counts = countKinds(entries)
  const orderId = useId()
  const isWhole = webSetting('catch_up_whole', false).value
  return (
    <div class="catch-up-controls">
      <fieldset class="catch-up-kinds">
        <legend class="visually-hidden">{t('Which posts')}</legend>
        {[null, ...KINDS].map((kind) => (
          <label key={kind}>
            <input
              type="radio"
              name="kind"
              checked={choice.kind === kind}
              disabled={kind !== null && counts[kind] === 0}
              onChange={() => change({ kind })}
            />
            <span>
              {kindWords(kind)}{' '}
              <span class="muted">
                {formatNumber(kind === null ? entries.length : counts[kind])}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      <div class="catch-up-order">
        <label for={orderId}>{t('Order')}</label>
        <select
          id={orderId}
          value={choice.order}
          onChange={(event) => change({ order: event.currentTarget.value as Order })}
        >
          {orders().map(([order, words]) => (
            <option key={order} value={order}>
              {words}
            </option>
          ))}
        </select>
        <label class="catch-up-switch">
          <input
            type="checkbox"
            checked={choice.isGrouped}
            onChange={(event) => change({ isGrouped: event.currentTarget.checked })}
          />
          {t('By person')}
        </label>
        <label class="catch-up-switch">
          <input
            type="checkbox"
            checked={isWhole}
            onChange={(event) => saveWebSetting('catch_up_whole', event.currentTarget.checked)}
          />
          {t('Whole posts')}
        </label>
      </div>
    </div>
  )
}

function kindWords(kind: Kind | null): string {
  if (kind === null) return t('Everything')
  const words = {
    posts: t('Posts'),
    replies: t('Replies'),
    quotes: t('Quotes'),
    boosts: t('Boosts'),
  }
  return words[kind]
}

const orders = (): readonly (readonly [Order, string])[] => [
  ['oldest', t('Oldest first')],
  ['newest', t('Newest first')],
  ['replies', t('Most replies')],
  ['boosts', t('Most boosts')],
  ['favourites', t('Most favourites')],
  ['density', t('Most to take in')],
  ['length', t('Longest first')],
]
