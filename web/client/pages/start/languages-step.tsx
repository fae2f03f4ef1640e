import { t } from '../../../shared/i18n.ts'
import { TimelineLanguages } from '../../compose/timeline-languages.tsx'

export function LanguagesStep({ goOn }: { goOn: () => void }) {
  return <TimelineLanguages submit={t('Save and go on')} onSaved={goOn} />
}
