import { api } from '../../../shared/api.ts'
import { Select } from '../../../shared/components/fields.tsx'
import { tellError } from '../../../shared/components/toast.tsx'
import type { AccountPreferences } from '../../../shared/entities/api.ts'
import { plural, t } from '../../../shared/i18n.ts'
import { useGet } from '../../../shared/use-resource.ts'

const PATH = '/api/rookery/v1/account/preferences'

/** Mails about what somebody missed: only where the owner has people told at all. */
export function DigestSection() {
  const found = useGet<AccountPreferences>(PATH)
  const known = found.data
  if (known === null || known.digest_after_days === 0) return null
  const chosen = {
    get value() {
      return String(known.digest_days)
    },
    set value(days) {
      found.set({ ...known, digest_days: Number(days) })
      void save(Number(days))
    },
  }
  const save = async (digest_days: number) => {
    try {
      found.set(await api.patch<AccountPreferences>(PATH, { digest_days }))
    } catch (error) {
      found.set(known)
      tellError(error)
    }
  }
  return (
    <section class="card" id="digest" aria-labelledby="digest-title">
      <h2 id="digest-title">{t('By e-mail')}</h2>
      <p class="muted">
        {plural(
          known.digest_after_days,
          'If you were not here for {n} day, a mail tells what you missed: mentions, new followers, and what many liked of those whom you follow.',
          'If you were not here for {n} days, a mail tells what you missed: mentions, new followers, and what many liked of those whom you follow.',
        )}
      </p>
      <Select
        label={t('How often')}
        value={chosen}
        options={[
          ['0', t('Never|how often')],
          ['7', t('Once a week at most')],
          ['30', t('Once a month at most')],
        ]}
      />
    </section>
  )
}
