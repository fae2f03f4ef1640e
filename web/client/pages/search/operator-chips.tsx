import { useState } from 'preact/hooks'
import { Button } from '../../../shared/components/button.tsx'
import { Dialog } from '../../../shared/components/dialog.tsx'
import { t } from '../../../shared/i18n.ts'
import { CircleHelp, Icon } from '../../../shared/icons.tsx'
import { offered, operators, withOperator } from './operators.ts'

interface ChipsProps {
  text: string
  /** takes what is to stand in the field */
  change: (text: string) => void
}

/** Buttons that insert the search operators for posts. */
export function OperatorChips({ text, change }: ChipsProps) {
  const [isExplained, setExplained] = useState(false)
  const words = text.split(/\s+/)
  return (
    <fieldset class="search-chips">
      <legend class="visually-hidden">{t('Narrow the search for posts')}</legend>
      {offered().map((operator) => (
        <button
          key={operator.text}
          type="button"
          class="search-chip"
          aria-pressed={words.includes(operator.text)}
          title={operator.text}
          onClick={() => change(withOperator(text, operator.text))}
        >
          {operator.does}
        </button>
      ))}
      <button type="button" class="search-chip help" onClick={() => setExplained(true)}>
        <Icon of={CircleHelp} size={16} /> {t('All of them')}
      </button>
      {isExplained && (
        <Explanation
          close={() => setExplained(false)}
          choose={(operator) => {
            setExplained(false)
            change(withOperator(text, operator))
          }}
        />
      )}
    </fieldset>
  )
}

interface ExplanationProps {
  close: () => void
  choose: (operator: string) => void
}

function Explanation({ close, choose }: ExplanationProps) {
  return (
    <Dialog title={t('How to search for posts')} onClose={close}>
      <p>
        {t(
          'All words have to be there, in any order. “Words in quotes” stand together. A minus before something leaves out what has it.',
        )}
      </p>
      <ul class="search-operators">
        {operators().map(({ text, does }) => (
          <li key={text}>
            <Button small onClick={() => choose(text)}>
              <code dir="ltr">{text}</code>
            </Button>
            <span>{does}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
