import './timeline-languages.css'
import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { api } from '../../shared/api.ts'
import { Button } from '../../shared/components/button.tsx'
import { Select } from '../../shared/components/fields.tsx'
import { Loaded } from '../../shared/components/loaded.tsx'
import { tellError } from '../../shared/components/toast.tsx'
import type { ChosenLanguages } from '../../shared/entities/api.ts'
import { t } from '../../shared/i18n.ts'
import { useAction } from '../../shared/use-action.ts'
import { useGet } from '../../shared/use-resource.ts'
import { instance } from '../state/server.ts'
import { languageChoices, languageName } from './languages.ts'

const PATH = '/api/rookery/v1/account/languages'

interface LanguagesProps {
  /** the button's text */
  submit: string
  onSaved: () => void
}

/** The choice of the languages of public timelines; none: all. */
export function TimelineLanguages(props: LanguagesProps) {
  const chosen = useGet<ChosenLanguages>(PATH)
  return (
    <>
      <p>
        {t(
          'Public timelines leave out all others. Whom you follow, you always see. Choose none to see every language.',
        )}
      </p>
      <Loaded from={chosen}>
        {({ languages }) => <Languages key={languages.join()} saved={languages} {...props} />}
      </Loaded>
    </>
  )
}

function Languages({ saved, submit, onSaved }: LanguagesProps & { saved: readonly string[] }) {
  const chosen = useSignal<readonly string[]>(saved)
  const offered = useSignal<readonly string[]>([...new Set([...saved, ...likely()])])
  const legend = useId()
  const save = useAction(async () => {
    try {
      await api.put(PATH, { languages: chosen.peek() })
      onSaved()
    } catch (error) {
      tellError(error)
    }
  })
  const toggle = (code: string, on: boolean) => {
    chosen.value = on ? [...chosen.value, code] : chosen.value.filter((one) => one !== code)
  }
  const more = allLanguages().filter(({ code }) => !offered.value.includes(code))
  return (
    <div class="timeline-languages">
      <fieldset class="timeline-languages-choices" aria-labelledby={legend}>
        <legend id={legend} class="visually-hidden">
          {t('Languages')}
        </legend>
        {offered.value.map((code) => (
          <label key={code} class="choice">
            <input
              type="checkbox"
              checked={chosen.value.includes(code)}
              onChange={(event) => toggle(code, event.currentTarget.checked)}
            />
            <span>{namesOf(code)}</span>
          </label>
        ))}
      </fieldset>
      <Select
        label={t('Another language')}
        value={{
          get value() {
            return ''
          },
          set value(code) {
            if (code === '') return
            offered.value = [...offered.value, code]
            toggle(code, true)
          },
        }}
        options={[['', t('Choose…')], ...more.map(({ code, name }) => [code, name] as const)]}
      />
      <div class="buttons">
        <Button kind="primary" busy={save.busy} onClick={() => void save.start()}>
          {submit}
        </Button>
      </div>
    </div>
  )
}

function allLanguages() {
  const { recent, others } = languageChoices()
  return [...recent, ...others]
}

/** Languages of the browser, and of the server. */
function likely(): string[] {
  const ofBrowser = navigator.languages.map((tag) => tag.split('-')[0] ?? '')
  const known = new Set(allLanguages().map(({ code }) => code))
  return [...ofBrowser, ...(instance.value?.languages ?? [])].filter((code) => known.has(code))
}

function namesOf(code: string): string {
  const { name, own } = languageName(code)
  return name === own ? name : `${own} (${name})`
}
