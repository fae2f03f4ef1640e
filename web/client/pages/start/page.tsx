import { useLayoutEffect, useRef } from 'preact/hooks'
import { Button } from '../../../shared/components/button.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { t } from '../../../shared/i18n.ts'
import { go } from '../../../shared/router.ts'
import { server } from '../../../shared/session.ts'
import { dropFeed, HOME } from '../../feed/feed-cache.ts'
import { readInstance } from '../../state/server.ts'
import {
  FIRST_STEPS,
  type FirstStep,
  saveWebSetting,
  webSetting,
} from '../../state/web-settings.ts'
import { LanguagesStep } from './languages-step.tsx'
import { MovingStep } from './moving-step.tsx'
import { PeopleStep, readPeople } from './people-step.tsx'
import { ProfileStep } from './profile-step.tsx'
import '../../people/people.css'
import './start.css'

export const prepare = () => Promise.all([readInstance(), readPeople()])

const STEPS = {
  profile: ProfileStep,
  moving: MovingStep,
  languages: LanguagesStep,
  people: PeopleStep,
}

const titleOf = (step: FirstStep): string =>
  ({
    profile: t('Who are you?'),
    moving: t('Coming from another server?'),
    languages: t('Which languages do you read?'),
    people: t('Whom do you want to read?'),
  })[step]

/** Leads a newcomer through a few steps; the step is kept, so that they can go on later. */
export function Page() {
  const setting = webSetting('first_steps').value
  const at = Math.max(0, FIRST_STEPS.indexOf(setting as FirstStep))
  const step = FIRST_STEPS[at] ?? 'profile'
  const Step = STEPS[step]
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    if (setting !== step && setting !== 'done') saveWebSetting('first_steps', step)
  }, [setting, step])
  const enter = (next: FirstStep) => {
    saveWebSetting('first_steps', next)
    scrollTo(0, 0)
    // once the other step is drawn: readers of the screen go on there
    requestAnimationFrame(() => heading.current?.focus())
  }
  const finish = () => {
    saveWebSetting('first_steps', 'done')
    // it was read before there were people in it
    dropFeed(HOME)
    go('/home')
  }
  const next = FIRST_STEPS[at + 1]
  const before = FIRST_STEPS[at - 1]
  return (
    <>
      <PageHead title={t('Welcome to {server}', { server: server.title })} />
      <section class="start">
        <p class="muted small start-count">
          {t('Step {n} of {all}', { n: at + 1, all: FIRST_STEPS.length })}
        </p>
        <ol class="start-steps" aria-hidden="true">
          {FIRST_STEPS.map((name, index) => (
            <li key={name} class={index <= at ? 'reached' : undefined} />
          ))}
        </ol>
        <h2 ref={heading} tabIndex={-1}>
          {titleOf(step)}
        </h2>
        <Step key={step} goOn={() => (next === undefined ? finish() : enter(next))} />
        <div class="buttons start-ways">
          {before !== undefined && (
            <Button kind="quiet" onClick={() => enter(before)}>
              {t('Back')}
            </Button>
          )}
          {next !== undefined && (
            <Button kind="quiet" onClick={() => enter(next)}>
              {t('Skip this step')}
            </Button>
          )}
          <Button kind="quiet" onClick={finish}>
            {t('Leave all of it out')}
          </Button>
        </div>
      </section>
    </>
  )
}
