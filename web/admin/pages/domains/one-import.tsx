import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/action-button.tsx'
import { Loaded } from '../../../shared/components/loaded.tsx'
import { Notice } from '../../../shared/components/notice.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { BlockImportDetails } from '../../../shared/entities/federation.ts'
import { plural, t } from '../../../shared/i18n.ts'
import { placed, rich } from '../../../shared/rich.ts'
import { type Resource, useGet } from '../../../shared/use-resource.ts'
import { ImportRows } from './import-rows.tsx'
import { IMPORTS, ImportState } from './imports.tsx'

/** The result of a block list import, or of its dry run, row by row. */
export function OneImport({ id }: { id: string }) {
  const made = useGet<BlockImportDetails>(`${IMPORTS}/${id}`)
  const { data } = made
  return (
    <>
      <PageHead
        title={data?.name ?? t('Import')}
        up={{ href: '/admin/domains?view=imports', title: t('Imports') }}
        lead={data !== null && <Lead made={data} />}
        actions={data !== null && <Actions made={data} resource={made} />}
      />
      <Loaded from={made}>
        {(found) => (
          <>
            <Losses made={found} />
            <ImportRows made={found} />
          </>
        )}
      </Loaded>
    </>
  )
}

function Lead({ made: { source, state, created_at, total } }: { made: BlockImportDetails }) {
  return (
    <>
      <ImportState of={state} />{' '}
      {placed(
        source === 'file' ? t('A file with {rows}, {time}') : t('A block list with {rows}, {time}'),
        { rows: plural(total, '{n} row', '{n} rows'), time: <Time at={created_at} /> },
      )}
    </>
  )
}

/** Follows of local accounts that the suspensions in the import would end. */
function Losses({ made: { created, changed, state } }: { made: BlockImportDetails }) {
  const [followers, following] = lossesOf([...created, ...changed])
  if (state !== 'dry_run' || followers + following === 0) return null
  return (
    <Notice tone="warning">
      <div>
        <p>
          {rich('People here would lose {followers} and {following} that they follow.', {
            followers: <strong>{plural(followers, '{n} follower', '{n} followers')}</strong>,
            following: <strong>{plural(following, '{n} account', '{n} accounts')}</strong>,
          })}
        </p>
        <p>{t('Follows that end do not come back.')}</p>
      </div>
    </Notice>
  )
}

type Losing = Pick<BlockImportDetails['created'][number], 'followers_lost' | 'following_lost'>

function lossesOf(rows: readonly Losing[]): [followers: number, following: number] {
  return [
    rows.reduce((sum, { followers_lost }) => sum + followers_lost, 0),
    rows.reduce((sum, { following_lost }) => sum + following_lost, 0),
  ]
}

interface ActionsProps {
  made: BlockImportDetails
  resource: Resource<BlockImportDetails>
}

function Actions({ made, resource }: ActionsProps) {
  const { id, state, created, changed } = made
  const send = (deed: 'apply' | 'retract') => async () =>
    resource.set(await api.post<BlockImportDetails>(`${IMPORTS}/${id}/${deed}`))
  const domains = plural(created.length + changed.length, '{n} domain', '{n} domains')
  const ends = lossesOf([...created, ...changed]).some((lost) => lost > 0)
  if (state === 'retracted' || created.length + changed.length === 0) return null
  if (state === 'applied') {
    return (
      <ActionButton
        question={{
          title: t('Take this import back?'),
          text: t(
            'What it did to {domains} is undone, except where somebody has changed a block since. Follows that ended do not come back.',
            { domains },
          ),
          confirm: t('Take it back'),
          danger: true,
        }}
        done={t('The import is taken back')}
        run={send('retract')}
      >
        {t('Take back…')}
      </ActionButton>
    )
  }
  return (
    <ActionButton
      kind="primary"
      question={{
        title: t('Apply this import?'),
        text: t('{created} will be blocked and {changed} changed.{ends}', {
          created: plural(created.length, '{n} domain', '{n} domains'),
          changed: plural(changed.length, '{n} block', '{n} blocks'),
          ends: ends ? t(' Follows across to what is suspended end for good.') : '',
        }),
        confirm: t('Apply it'),
        danger: ends,
      }}
      done={t('The import is applied')}
      run={send('apply')}
    >
      {t('Apply…')}
    </ActionButton>
  )
}
