import { useEffect, useId } from 'preact/hooks'
import { ActionButton } from '../../../shared/components/action-button.tsx'
import { Badge, Loading } from '../../../shared/components/notice.tsx'
import { tellError } from '../../../shared/components/toast.tsx'
import { t } from '../../../shared/i18n.ts'
import { server } from '../../../shared/session.ts'
import {
  changeWishes,
  type PushPolicy,
  pushState,
  readPush,
  showExample,
  switchOff,
  switchOn,
  wishes,
} from '../../push/subscription.ts'
import { Alerts } from './alerts.tsx'

/** Whether this browser tells of what comes while the client is closed. */
export function PushSection() {
  useEffect(() => void readPush().catch(tellError), [])
  const state = pushState.value
  return (
    <section class="card" aria-labelledby="push-title">
      <div class="card-head">
        <h2 id="push-title">{t('On this device')}</h2>
        {state === 'on' && <Badge tone="success">{t('On|push')}</Badge>}
        {state === 'off' && <Badge>{t('Off|push')}</Badge>}
        {state === 'blocked' && <Badge tone="warning">{t('Blocked by the browser')}</Badge>}
      </div>
      <State />
    </section>
  )
}

function State() {
  switch (pushState.value) {
    case 'reading':
      return <Loading />
    case 'not supported':
      return (
        <p>
          {t(
            'This browser cannot show notifications of pages, or does not in a private window. Firefox, Chrome, Edge and Safari can.',
          )}
        </p>
      )
    case 'install first':
      return (
        <p>
          {t(
            'On iPhone and iPad, put this page on the home screen first: open the share menu, choose “Add to Home Screen”, and open it from there.',
          )}
        </p>
      )
    case 'blocked':
      return <Blocked />
    case 'off':
      return <Off />
    case 'on':
      return <On />
  }
}

function Blocked() {
  return (
    <>
      <p>{t('Your browser was told not to show notifications from this server. To change it:')}</p>
      <ol>
        <li>{t('Press the sign at the start of the address bar (a lock or two sliders).')}</li>
        <li>{t('Find “Notifications” there and choose “Allow”.')}</li>
        <li>{t('Load this page again.')}</li>
      </ol>
    </>
  )
}

function Off() {
  return (
    <>
      <p>
        {t(
          'Hear of mentions, follows and more when {server} is closed. What is sent is encrypted on the way to this device.',
          { server: server.title },
        )}
      </p>
      <ActionButton kind="primary" run={switchOn}>
        {t('Switch on')}
      </ActionButton>
    </>
  )
}

function On() {
  return (
    <>
      <Alerts />
      <FromWhom />
      <div class="buttons">
        <ActionButton
          run={() =>
            showExample(
              t('This is how it looks'),
              t('A notification of {server}', { server: server.title }),
            )
          }
        >
          {t('Show an example')}
        </ActionButton>
        <ActionButton run={switchOff} done={t('This device is not told any more')}>
          {t('Switch off')}
        </ActionButton>
      </div>
    </>
  )
}

function FromWhom() {
  const id = useId()
  const { alerts = {}, policy = 'all' } = wishes.value ?? {}
  const choose = (wanted: PushPolicy) => {
    changeWishes({ alerts, policy: wanted }).catch(tellError)
  }
  return (
    <div class="setting-row">
      <label for={id}>
        <strong>{t('From whom')}</strong>
      </label>
      <select
        id={id}
        value={policy}
        onChange={({ currentTarget }) => choose(currentTarget.value as PushPolicy)}
      >
        <option value="all">{t('Everybody')}</option>
        <option value="followed">{t('People you follow')}</option>
        <option value="follower">{t('People who follow you')}</option>
        <option value="none">{t('Nobody, for now')}</option>
      </select>
    </div>
  )
}
