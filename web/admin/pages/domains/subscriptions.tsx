import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/action-button.tsx'
import { List } from '../../../shared/components/list.tsx'
import { Badge, Notice } from '../../../shared/components/notice.tsx'
import { Time } from '../../../shared/components/time.tsx'
import { sentence, tell } from '../../../shared/components/toast.tsx'
import type { BlockSubscription } from '../../../shared/entities/federation.ts'
import { plural, t } from '../../../shared/i18n.ts'
import { rich } from '../../../shared/rich.ts'
import { useList } from '../../../shared/use-resource.ts'

export const LISTS = '/api/rookery/v1/admin/block_subscriptions'

export function Subscriptions() {
  const list = useList<BlockSubscription>(LISTS)
  return (
    <List
      list={list}
      label={t('Block lists')}
      empty={t('No list is followed yet.')}
      keyOf={({ id }) => id}
    >
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
        {!one.enabled && <Badge tone="warning">{t('Paused|a list')}</Badge>}
        {one.severity_limit === 'silence' && <Badge>{t('Limits at most')}</Badge>}
      </p>
      <p class="muted small subscription-url">{one.url}</p>
      <p class="small">
        {plural(
          one.blocks_count,
          '{n} block stands because of it,',
          '{n} blocks stand because of it,',
        )}{' '}
        {one.last_checked_at === null
          ? t('not read yet')
          : rich('read {time}', { time: <Time at={one.last_checked_at} /> })}
        {one.last_import_id !== null && (
          <>
            {' · '}
            <a href={`/admin/domains/imports/${one.last_import_id}`}>{t('What it changed last')}</a>
          </>
        )}
      </p>
      {one.last_error !== null && (
        <Notice tone="warning">
          <p>
            {rich('<strong>Not used:</strong> {sentence} What it said before stands.', {
              strong: (text) => <strong>{text}</strong>,
              sentence: sentence(one.last_error),
            })}
          </p>
        </Notice>
      )}
      <div class="buttons">
        <ActionButton small run={() => refresh(one, false).then(onChange)}>
          {t('Read it now')}
        </ActionButton>
        {one.last_error !== null && <UseAnyway one={one} onChange={onChange} />}
      </div>
    </div>
  )
}

/** Uses a list that was refused, as it changed too much at once. */
function UseAnyway({ one, onChange }: LineProps) {
  return (
    <ActionButton
      small
      question={{
        title: t('Use the list as it stands now?'),
        text: t(
          'Look at it first: it is used however much it grew or shrank. An import tells afterwards what it changed, and can be taken back.',
        ),
        confirm: t('Use it'),
        danger: true,
      }}
      run={() => refresh(one, true).then(onChange)}
    >
      {t('Use it as it is…')}
    </ActionButton>
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
    tell(now.last_error === null ? t('The list is read') : t('The list could not be used'))
    return now
  }
  tell(t('The list will be read soon: look again in a moment'))
  return one
}
