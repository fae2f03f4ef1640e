import { type Signal, signal, useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { api } from '../../../shared/api.ts'
import { Button } from '../../../shared/components/button.tsx'
import { Dialog } from '../../../shared/components/dialog.tsx'
import { Select, TextArea } from '../../../shared/components/fields.tsx'
import { Form } from '../../../shared/components/form.tsx'
import type { Rule } from '../../../shared/entities/content.ts'
import { t } from '../../../shared/i18n.ts'
import { languageName, useLanguages } from '../../parts/languages.ts'
import { PATH } from './rule-paths.ts'

const LONGEST_TEXT = 300
const LONGEST_HINT = 1000

interface EditRuleProps {
  rule: Rule
  onClose: () => void
  onDone: () => Promise<void>
}

/** A rule in every language that it is written in. */
export function EditRule({ rule, onClose, onDone }: EditRuleProps) {
  const isNew = rule.id === ''
  const text = useSignal(rule.text)
  const hint = useSignal(rule.hint)
  const first = useMemo(() => translationsOf(rule), [rule])
  const translations = useSignal<readonly Translation[]>(first)
  const save = async () => {
    const body = { text: text.value, hint: hint.value, translations: asBody(translations.value) }
    await (isNew ? api.post(PATH, body) : api.put(`${PATH}/${rule.id}`, body))
    await onDone()
    onClose()
  }
  return (
    <Dialog title={isNew ? t('A new rule') : t('Change the rule')} onClose={onClose} wide>
      <Form
        submit={isNew ? t('Add the rule') : t('Save')}
        onSubmit={save}
        onCancel={onClose}
        done={isNew ? t('The rule is there') : t('Saved')}
        disabled={text.value.trim() === ''}
      >
        <TextArea
          label={t('Rule')}
          name="text"
          hint={t('One thing in a short sentence.')}
          required
          rows={2}
          maxLength={LONGEST_TEXT}
          value={text}
        />
        <TextArea
          label={t('Explanation')}
          name="hint"
          hint={t('What is meant by it, with examples; it stands below the rule.')}
          rows={3}
          maxLength={LONGEST_HINT}
          value={hint}
        />
        <Translations of={translations} />
      </Form>
    </Dialog>
  )
}

function Translations({ of: translations }: { of: Signal<readonly Translation[]> }) {
  return (
    <>
      {translations.value.map((translation) => (
        <Translated
          key={translation.key}
          translation={translation}
          onRemove={() => {
            translations.value = translations.value.filter((one) => one !== translation)
          }}
        />
      ))}
      {/* no bar of buttons: those end the window */}
      <div>
        <Button
          small
          onClick={() => {
            translations.value = [...translations.value, translationOf('', '', '')]
          }}
        >
          {t('Add a translation')}
        </Button>
      </div>
    </>
  )
}

interface Translation {
  key: number
  code: Signal<string>
  text: Signal<string>
  hint: Signal<string>
}

let lastKey = 0

function translationOf(code: string, text: string, hint: string): Translation {
  lastKey += 1
  return { key: lastKey, code: signal(code), text: signal(text), hint: signal(hint) }
}

function translationsOf({ translations }: Rule): Translation[] {
  const entries = Object.entries(translations)
  return entries.map(([code, { text, hint }]) => translationOf(code, text, hint))
}

/** Translations as the API takes them; a translation without a language is left out. */
function asBody(translations: readonly Translation[]): Rule['translations'] {
  const written = translations.map(({ code, text, hint }) => [
    code.value,
    { text: text.value, hint: hint.value },
  ])
  return Object.fromEntries(written.filter(([code]) => code !== ''))
}

function Translated({
  translation: { code, text, hint },
  onRemove,
}: {
  translation: Translation
  onRemove: () => void
}) {
  const languages = useLanguages(code.value)
  const name = code.value === '' ? t('a new language') : languageName(code.value)
  return (
    <fieldset class="translation">
      <legend>{t('In {name}', { name })}</legend>
      <Select
        label={t('Language')}
        required
        value={code}
        options={[['', t('Choose one')], ...languages]}
      />
      <TextArea
        label={t('Rule in {name}', { name })}
        required
        rows={2}
        maxLength={LONGEST_TEXT}
        value={text}
      />
      <TextArea
        label={t('Explanation in {name}', { name })}
        rows={2}
        maxLength={LONGEST_HINT}
        value={hint}
      />
      <div class="buttons">
        <Button small label={t('Remove the translation: {name}', { name })} onClick={onRemove}>
          {t('Remove the translation')}
        </Button>
      </div>
    </fieldset>
  )
}
