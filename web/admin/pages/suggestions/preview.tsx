import { Html } from '../../../shared/components/html.tsx'
import { Person } from '../../../shared/components/person.tsx'
import type { Featured } from '../../../shared/entities/content.ts'
import { t } from '../../../shared/i18n.ts'

/** as many as the first steps of newcomers show */
const SHOWN = 10

/** The people as a newcomer is suggested them: only those who may be shown unasked. */
export function Preview({ entries }: { entries: readonly Featured[] }) {
  const accounts = entries
    .flatMap(({ account, shown }) => (shown && account !== null ? [account] : []))
    .slice(0, SHOWN)
  if (accounts.length === 0) {
    return <p class="muted">{t('Nobody of the list can be shown.')}</p>
  }
  return (
    <ul class="suggested-preview">
      {accounts.map((account) => (
        <li key={account.id}>
          <Person account={account} />
          {account.note !== '' && (
            <div class="suggested-note" dir="auto">
              <Html html={account.note} emojis={account.emojis} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}
