import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/button.tsx'
import { Loaded } from '../../../shared/components/loaded.tsx'
import { Notice } from '../../../shared/components/notice.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { BlockImportDetails } from '../../../shared/entities/federation.ts'
import { count } from '../../../shared/format.ts'
import { type Resource, useGet } from '../../../shared/resource.ts'
import { ImportRows } from './import-rows.tsx'
import { IMPORTS, ImportState } from './imports.tsx'

/** What a file or list of blocks did or would do, row by row. */
export function OneImport({ id }: { id: string }) {
  const made = useGet<BlockImportDetails>(`${IMPORTS}/${id}`)
  const { data } = made
  return (
    <>
      <PageHead
        title={data?.name ?? 'Import'}
        up={{ href: '/admin/domains?view=imports', title: 'Imports' }}
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
      <ImportState of={state} /> {source === 'file' ? 'A file' : 'A block list'} with{' '}
      {count(total, 'row')}, <Time at={created_at} />
    </>
  )
}

/** What it costs people here: their follows across to what is suspended. */
function Losses({ made: { created, changed, state } }: { made: BlockImportDetails }) {
  const [followers, following] = lossesOf([...created, ...changed])
  if (state !== 'dry_run' || followers + following === 0) return null
  return (
    <Notice tone="warning">
      <div>
        <p>
          People here would lose <strong>{count(followers, 'follower')}</strong> and{' '}
          <strong>{count(following, 'account')}</strong> that they follow.
        </p>
        <p>Follows that end do not come back.</p>
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
  const domains = count(created.length + changed.length, 'domain')
  const ends = lossesOf([...created, ...changed]).some((lost) => lost > 0)
  if (state === 'retracted' || created.length + changed.length === 0) return null
  if (state === 'applied') {
    return (
      <ActionButton
        question={{
          title: 'Take this import back?',
          text: `What it did to ${domains} is undone, except where somebody has changed a block since. Follows that ended do not come back.`,
          confirm: 'Take it back',
          danger: true,
        }}
        done="The import is taken back"
        run={send('retract')}
      >
        Take back…
      </ActionButton>
    )
  }
  return (
    <ActionButton
      kind="primary"
      question={{
        title: 'Apply this import?',
        text: `${count(created.length, 'domain')} will be blocked and ${count(changed.length, 'block')} changed.${ends ? ' Follows across to what is suspended end for good.' : ''}`,
        confirm: 'Apply it',
        danger: ends,
      }}
      done="The import is applied"
      run={send('apply')}
    >
      Apply…
    </ActionButton>
  )
}
