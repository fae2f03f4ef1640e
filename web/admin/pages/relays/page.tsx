import { useSignal } from '@preact/signals'
import { api } from '../../../shared/api.ts'
import { ActionButton, Button } from '../../../shared/components/button.tsx'
import { Dialog } from '../../../shared/components/dialog.tsx'
import { TextField } from '../../../shared/components/fields.tsx'
import { Form } from '../../../shared/components/form.tsx'
import { List } from '../../../shared/components/list.tsx'
import { Badge, type Tone } from '../../../shared/components/notice.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { Relay } from '../../../shared/entities/operations.ts'
import { type PagedList, useList } from '../../../shared/resource.ts'
import './relays.css'

const PATH = '/api/rookery/v1/admin/relays'

const STATES: Readonly<Record<Relay['state'], { title: string; tone?: Tone; hint: string }>> = {
  idle: { title: 'Off', hint: 'Nothing goes through it.' },
  pending: {
    title: 'Asked',
    tone: 'warning',
    hint: 'It has not answered yet. Some relays have people look first; if it takes days, turn it off and on again.',
  },
  accepted: { title: 'On', tone: 'success', hint: 'Public posts go to it and come from it.' },
  rejected: {
    title: 'Refused',
    tone: 'danger',
    hint: 'The relay does not want this server. Ask those who run it, then turn it on again.',
  },
}

/** Servers that pass public posts on among those that take part. */
export function Page() {
  const list = useList<Relay>(PATH)
  const isAdding = useSignal(false)
  return (
    <>
      <PageHead
        title="Relays"
        lead="A relay passes the public posts of all servers that take part on to each other. It fills the federated feed of a small server, and its disk too."
        actions={
          <Button
            kind="primary"
            onClick={() => {
              isAdding.value = true
            }}
          >
            Add a relay
          </Button>
        }
      />
      <List
        list={list}
        label="Relays"
        empty="There are none. Public posts then come only from servers that somebody here follows."
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
          {hint} Added <Time at={created_at} />.
        </p>
      </div>
      <div class="buttons">
        <ActionButton
          small
          label={`Turn ${isOn ? 'off' : 'on'} ${inbox_url}`}
          done={isOn ? 'The relay is off' : 'The relay is asked'}
          run={turn}
        >
          {isOn ? 'Turn off' : 'Turn on'}
        </ActionButton>
        <ActionButton
          small
          label={`Remove ${inbox_url}`}
          question={{
            title: 'Remove this relay?',
            text: 'It is told that this server takes part no more. Posts that came through it stay.',
            confirm: 'Remove the relay',
            danger: true,
          }}
          done="The relay is removed"
          run={async () => {
            await api.delete(`${PATH}/${id}`)
            list.replace(isIt, null)
          }}
        >
          Remove…
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
    <Dialog title="Add a relay" onClose={onClose}>
      <Form submit="Ask the relay" onSubmit={add} onCancel={onClose} done="The relay is asked">
        <TextField
          label="Address of its inbox"
          name="inbox_url"
          type="url"
          required
          placeholder="https://relay.example/inbox"
          hint="Whoever runs it names the address. Take only relays whose servers you would follow: everything public comes here."
          value={address}
        />
      </Form>
    </Dialog>
  )
}
