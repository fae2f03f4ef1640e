import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/action-button.tsx'
import { Loaded } from '../../../shared/components/loaded.tsx'
import { Badge } from '../../../shared/components/notice.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { PushDevice } from '../../../shared/entities/api.ts'
import { plural, t } from '../../../shared/i18n.ts'
import { rich } from '../../../shared/rich.ts'
import { useGet } from '../../../shared/use-resource.ts'

const PATH = '/api/rookery/v1/push_subscriptions'

/** All browsers and apps that are told of something at once. */
export function DevicesSection() {
  const found = useGet<PushDevice[]>(PATH)
  return (
    <section class="card" aria-labelledby="devices-title">
      <h2 id="devices-title">{t('Where you are told at once')}</h2>
      <p class="muted">
        {t(
          'Browsers and apps that asked for push messages. What they tell you of is chosen there.',
        )}
      </p>
      <Loaded from={found}>
        {(devices) => (
          <>
            {devices.length === 0 && <p>{t('Nothing is pushed to you yet.')}</p>}
            <ul class="devices">
              {devices.map((device) => (
                <li key={device.id} class="setting-row">
                  <Device
                    device={device}
                    gone={() => found.set(devices.filter(({ id }) => id !== device.id))}
                  />
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </section>
  )
}

function Device({ device, gone }: { device: PushDevice; gone: () => void }) {
  const name = nameOf(device)
  return (
    <>
      <div class="device">
        <strong>
          <bdi>{name}</bdi>
        </strong>{' '}
        {device.failing && <Badge tone="warning">{t('Does not answer')}</Badge>}
        <span class="hint">
          {rich('{from}, {kinds} of notification, since {day}', {
            from: policies()[device.policy],
            kinds: plural(device.kinds, '{n} kind', '{n} kinds'),
            day: <Time at={device.created_at} />,
          })}
        </span>
      </div>
      <ActionButton
        small
        label={t('Stop telling {name}', { name })}
        run={async () => {
          await api.delete(`${PATH}/${device.id}`)
          gone()
        }}
        done={t('Nothing is pushed there any more.')}
      >
        {t('Stop')}
      </ActionButton>
    </>
  )
}

function nameOf({ application, browser, system }: PushDevice): string {
  if (application !== null) return application
  const name = browser ?? t('A browser')
  return system === null ? name : t('{browser} on {system}', { browser: name, system })
}

const policies = (): Record<PushDevice['policy'], string> => ({
  all: t('From everybody'),
  followed: t('From people whom you follow'),
  follower: t('From people who follow you'),
  none: t('Paused'),
})
