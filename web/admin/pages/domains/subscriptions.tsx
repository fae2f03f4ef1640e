import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/button.tsx'
import { List } from '../../../shared/components/list.tsx'
import { Badge, Notice } from '../../../shared/components/notice.tsx'
import { Time } from '../../../shared/components/time.tsx'
import { sentence, tell } from '../../../shared/components/toast.tsx'
import type { BlockSubscription } from '../../../shared/entities/federation.ts'
import { count } from '../../../shared/format.ts'
import { useList } from '../../../shared/resource.ts'

export const LISTS = '/api/rookery/v1/admin/block_subscriptions'

export function Subscriptions() {
  const list = useList<BlockSubscription>(LISTS)
  return (
    <List list={list} label="Block lists" empty="No list is followed yet." keyOf={({ id }) => id}>
      {(one) => (
        <Line
          one={one}
          onChange={(changed) => list.replace(({ id }) => id === changed.id, changed)}
        />
      )}
    </List>
  )
}

interface LineProps {
  one: BlockSubscription
  onChange: (changed: BlockSubscription) => void
}

function Line({ one, onChange }: LineProps) {
  return (
    <div class="subscription">
      <p class="subscription-name">
        <a href={`/admin/domains/lists/${one.id}`}>
          <strong>{one.name}</strong>
        </a>
        {!one.enabled && <Badge tone="warning">Paused</Badge>}
        {one.severity_limit === 'silence' && <Badge>Limits at most</Badge>}
      </p>
      <p class="muted small subscription-url">{one.url}</p>
      <p class="small">
        {count(one.blocks_count, 'block stands', 'blocks stand')} because of it,{' '}
        {one.last_checked_at === null ? (
          'not read yet'
        ) : (
          <>
            read <Time at={one.last_checked_at} />
          </>
        )}
        {one.last_import_id !== null && (
          <>
            {' · '}
            <a href={`/admin/domains/imports/${one.last_import_id}`}>What it changed last</a>
          </>
        )}
      </p>
      {one.last_error !== null && (
        <Notice tone="warning">
          <p>
            <strong>Not used:</strong> {sentence(one.last_error)} What it said before stands.
          </p>
        </Notice>
      )}
      <div class="buttons">
        <ActionButton small run={() => refresh(one, false).then(onChange)}>
          Read it now
        </ActionButton>
        {one.last_error !== null && (
          <ActionButton
            small
            question={{
              title: 'Use the list as it stands now?',
              text: 'Look at it first: it is used however much it grew or shrank. An import tells afterwards what it changed, and can be taken back.',
              confirm: 'Use it',
              danger: true,
            }}
            run={() => refresh(one, true).then(onChange)}
          >
            Use it as it is…
          </ActionButton>
        )}
      </div>
    </div>
  )
}

/** ms */
const PATIENCE = 1000
const TRIES = 6

/** Lets a list be read, which a job does, and waits a little for it. */
async function refresh(one: BlockSubscription, force: boolean): Promise<BlockSubscription> {
  const path = `${LISTS}/${one.id}`
  await api.post(`${path}/refresh`, { force })
  for (let tries = 0; tries < TRIES; tries++) {
    await new Promise((resolve) => setTimeout(resolve, PATIENCE))
    const now = await api.get<BlockSubscription>(path)
    if (now.last_checked_at === one.last_checked_at) continue
    tell(now.last_error === null ? 'The list is read' : 'The list could not be used')
    return now
  }
  tell('The list will be read soon: look again in a moment')
  return one
}
