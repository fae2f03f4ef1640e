import { useSignal } from '@preact/signals'
import { api } from '../../shared/api.ts'
import { Dialog } from '../../shared/components/dialog.tsx'
import { Form } from '../../shared/components/form.tsx'
import { Loaded } from '../../shared/components/loaded.tsx'
import { tell } from '../../shared/components/toast.tsx'
import type { Account, Language, Relationship } from '../../shared/entities/api.ts'
import { language, t } from '../../shared/i18n.ts'
import { useGet } from '../../shared/use-resource.ts'
import { relationshipTo, takeAnswer } from '../people/relationships.ts'
import './dialogs.css'

interface FollowLanguagesDialogProps {
  account: Account
  onClose: () => void
}

/** Which languages of somebody's posts come home; none chosen means all. */
export function FollowLanguagesDialog({ account, onClose }: FollowLanguagesDialogProps) {
  const languages = useGet<Language[]>('/api/v1/instance/languages')
  const before = relationshipTo(account.id).peek()?.languages ?? []
  const chosen = useSignal<readonly string[]>(before)
  const save = async () => {
    const body = { languages: chosen.value }
    takeAnswer(await api.post<Relationship>(`/api/v1/accounts/${account.id}/follow`, body))
    onClose()
    tell(t('The languages are saved'))
  }
  return (
    <Dialog title={t('Languages of @{acct}', { acct: account.acct })} onClose={onClose}>
      <p class="muted">
        {t('Only posts in the languages you choose come to your home feed. Choose none for all.')}
      </p>
      <Loaded from={languages}>
        {(all) => (
          <Form submit={t('Save')} onSubmit={save} onCancel={onClose}>
            <fieldset class="language-choices">
              <legend class="visually-hidden">{t('Languages')}</legend>
              {sorted(all, before).map(({ code, name }) => (
                <label key={code} class="choice">
                  <input
                    type="checkbox"
                    checked={chosen.value.includes(code)}
                    onChange={() => {
                      chosen.value = chosen.value.includes(code)
                        ? chosen.value.filter((one) => one !== code)
                        : [...chosen.value, code]
                    }}
                  />
                  <span>{nameOf(code, name)}</span>
                </label>
              ))}
            </fieldset>
          </Form>
        )}
      </Loaded>
    </Dialog>
  )
}

/** Sorts languages: those chosen before, then the browser's languages, then by name. */
function sorted(all: readonly Language[], before: readonly string[]): readonly Language[] {
  const spoken = navigator.languages.map((tag) => tag.split('-')[0])
  const rank = ({ code }: Language) => (before.includes(code) ? 0 : spoken.includes(code) ? 1 : 2)
  return all.toSorted(
    (a, b) => rank(a) - rank(b) || nameOf(a.code, a.name).localeCompare(nameOf(b.code, b.name)),
  )
}

function nameOf(code: string, fallback: string): string {
  try {
    return new Intl.DisplayNames(language(), { type: 'language' }).of(code) ?? fallback
  } catch {
    return fallback
  }
}
