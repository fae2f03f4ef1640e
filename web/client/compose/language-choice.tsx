import { useSignal } from '@preact/signals'
import { t } from '../../shared/i18n.ts'
import { Check, Icon, Languages } from '../../shared/icons.tsx'
import { changeWriting, useComposition } from './composition.ts'
import { type LanguageName, languageChoices, languageName } from './languages.ts'
import { Popover } from './popover.tsx'

/** Chooses the language of the text, which serves readers who filter by language, and translation. */
export function LanguageChoice() {
  const composition = useComposition()
  const { language } = composition.writing.value
  const { name } = languageName(language)
  return (
    <Popover
      class="with-words"
      label={t('Language: {language}', { language: name })}
      button={
        <>
          <Icon of={Languages} size={18} /> <span>{name}</span>
        </>
      }
    >
      {(close) => (
        <LanguageList
          chosen={language}
          onChoose={(code) => {
            changeWriting(composition, { language: code })
            close()
          }}
        />
      )}
    </Popover>
  )
}

interface ListProps {
  chosen: string
  onChoose: (code: string) => void
}

function LanguageList({ chosen, onChoose }: ListProps) {
  const typed = useSignal('')
  const { recent, others } = languageChoices()
  const wanted = typed.value.trim().toLocaleLowerCase()
  const isWanted = ({ code, name, own }: LanguageName) =>
    code === wanted || `${name} ${own}`.toLocaleLowerCase().includes(wanted)
  const found = [...recent, ...others].filter(isWanted)
  return (
    <div class="compose-languages">
      <input
        type="search"
        data-first
        aria-label={t('Search for a language')}
        placeholder={t('Search')}
        value={typed.value}
        onInput={(event) => {
          typed.value = event.currentTarget.value
        }}
      />
      {found.length === 0 && <p class="hint">{t('There is no such language.')}</p>}
      <ul>
        {found.map(({ code, name, own }) => (
          <li key={code}>
            <button type="button" aria-pressed={code === chosen} onClick={() => onChoose(code)}>
              <span>{name}</span>
              {own !== name && (
                <span class="hint" lang={code}>
                  {own}
                </span>
              )}
              {code === chosen && <Icon of={Check} size={18} />}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
