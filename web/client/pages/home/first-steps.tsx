import { Button, LinkButton } from '../../../shared/components/button.tsx'
import { t } from '../../../shared/i18n.ts'
import {
  FIRST_STEPS,
  type FirstStep,
  saveWebSetting,
  webSetting,
} from '../../state/web-settings.ts'

/** The way back to the first steps, for newcomers who left them. */
export function FirstSteps() {
  const setting = webSetting('first_steps').value
  const at = FIRST_STEPS.indexOf(setting as FirstStep)
  if (at < 0) return null
  return (
    <section class="first-steps" aria-label={t('Your first steps')}>
      <p>
        <strong>{t('Your first steps')}</strong>{' '}
        <span class="muted small">
          {t('Step {n} of {all}', { n: at + 1, all: FIRST_STEPS.length })}
        </span>
      </p>
      <div class="buttons">
        <LinkButton small kind="primary" href="/start">
          {t('Go on')}
        </LinkButton>
        <Button small kind="quiet" onClick={() => saveWebSetting('first_steps', 'done')}>
          {t('Do not show this again')}
        </Button>
      </div>
    </section>
  )
}
