import { useSignal } from '@preact/signals'
import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/action-button.tsx'
import { Button } from '../../../shared/components/button.tsx'
import { Dialog } from '../../../shared/components/dialog.tsx'
import { TextField } from '../../../shared/components/fields.tsx'
import { Form } from '../../../shared/components/form.tsx'
import { List } from '../../../shared/components/list.tsx'
import { Badge, type Tone } from '../../../shared/components/notice.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { Relay } from '../../../shared/entities/operations.ts'
import { t } from '../../../shared/i18n.ts'
import { rich } from '../../../shared/rich.ts'
import { type PagedList, useList } from '../../../shared/use-resource.ts'
import './relays.css'

const PATH = '/api/rookery/v1/admin/relays'

const STATES: Readonly<Record<Relay['state'], { title: string; tone?: Tone; hint: string }>> = {
  idle: { title: t('Off|a relay'), hint: t('Nothing goes through it.') },
  pending: {
    title: t('Asked'),
    tone: 'warning',
    hint: t(
      'It has not answered yet. Some relays have people look first; if it takes days, turn it off and on again.',
    ),
  },
  accepted: {
    title: t('On|a relay'),
    tone: 'success',
    hint: t('Public posts go to it and come from it.'),
  },
  rejected: {
    title: t('Refused'),
    tone: 'danger',
    hint: t('The relay does not want this server. Ask those who run it, then turn it on again.'),
  },
}

/** Servers that pass public posts on among those that take part. */
export function Page() {
  const list = useList<Relay>(PATH)
  const isAdding = useSignal(false)
  return (
    <>
      <PageHead
        title={t('Relays')}
        lead={t(
          'A relay passes the public posts of all servers that take part on to each other. It fills the federated feed of a small server, and its disk too.',
        )}
        actions={
          <Button
            kind="primary"
            onClick={() => {
              isAdding.value = true
            }}
          >
            {t('Add a relay')}
          </Button>
        }
      />
      <List
        list={list}
        label={t('Relays')}
        empty={t(
          'There are none. Public posts then come only from servers that somebody here follows.',
        )}
        keyOf={({ id }) => id}
      >
        {(relay) => <RelayLine relay={relay} list={list} />}
      </List>
      {isAdding.value && (
        <Add
          onClose={() => {
            isAdding.value = false
          }}
          onDone={list.reload}
        />
      )}
    </>
  )
}

function RelayLine({ relay, list }: { relay: Relay; list: PagedList<Relay> }) {
  const { id, inbox_url, state, created_at } = relay
  const { title, tone, hint } = STATES[state]
  const isOn = state === 'pending' || state === 'accepted'
  const isIt = (one: Relay) => one.id === id
  const turn = async () => {
    list.replace(isIt, await api.post<Relay>(`${PATH}/${id}/${isOn ? 'disable' : 'enable'}`))
  }
  return (
    <article class="relay">
      <div class="relay-what">
        <p>
          <strong class="relay-address">{inbox_url}</strong>{' '}
          <Badge {...(tone === undefined ? {} : { tone })}>{title}</Badge>
        </p>
        <p class="muted small">
          {rich('{hint} Added {time}.', { hint, time: <Time at={created_at} /> })}
        </p>
      </div>
      <div class="buttons">
        <ActionButton
          small
          label={
            isOn
              ? t('Turn off {address}', { address: inbox_url })
              : t('Turn on {address}', { address: inbox_url })
          }
          done={isOn ? t('The relay is off') : t('The relay is asked')}
          run={turn}
        >
          {isOn ? t('Turn off') : t('Turn on')}
        </ActionButton>
        <ActionButton
          small
          label={t('Remove {address}', { address: inbox_url })}
          question={{
            title: t('Remove this relay?'),
            text: t(
              'It is told that this server takes part no more. Posts that came through it stay.',
            ),
            confirm: t('Remove the relay'),
            danger: true,
          }}
          done={t('The relay is removed')}
          run={async () => {
            await api.delete(`${PATH}/${id}`)
            list.replace(isIt, null)
          }}
        >
          {t('Remove…')}
        </ActionButton>
      </div>
    </article>
  )
}

function Add({ onClose, onDone }: { onClose: () => void; onDone: () => Promise<void> }) {
  const address = useSignal('')
  const add = async () => {
    await api.post(PATH, { inbox_url: address.value.trim() })
    await onDone()
    onClose()
  }
  return (
    <Dialog title={t('Add a relay')} onClose={onClose}>
      <Form
        submit={t('Ask the relay')}
        onSubmit={add}
        onCancel={onClose}
        done={t('The relay is asked')}
      >
        <TextField
          label={t('Address of its inbox')}
          name="inbox_url"
          type="url"
          required
          placeholder="https://relay.example/inbox"
          hint={t(
            'Whoever runs it names the address. Take only relays whose servers you would follow: everything public comes here.',
          )}
          value={address}
        />
      </Form>
    </Dialog>
  )
}
