import { useSignal } from '@preact/signals'
import { Button } from '../../../shared/components/button.tsx'
import { Badge, type Tone } from '../../../shared/components/notice.tsx'
import { ListTable } from '../../../shared/components/table.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { IpBlock, IpSeverity } from '../../../shared/entities/blocks.ts'
import { useList } from '../../../shared/resource.ts'
import { Head } from './head.tsx'
import { ADDRESSES, IpForm } from './ip-form.tsx'
import { RemoveButton } from './remove-button.tsx'

const WORDS: Readonly<Record<IpSeverity, readonly [Tone, string]>> = {
  sign_up_requires_approval: ['info', 'Sign-up needs approval'],
  sign_up_block: ['warning', 'No sign-up'],
  no_access: ['danger', 'No access'],
}

export function IpBlocks() {
  const list = useList<IpBlock>(ADDRESSES, { limit: 50 })
  // 'new': one that is not there yet
  const edited = useSignal<IpBlock | 'new' | null>(null)
  const edit = (block: IpBlock | 'new' | null) => {
    edited.value = block
  }
  return (
    <>
      <Head
        lead="Addresses and networks from which nobody may sign up, or come here at all."
        action={
          <Button kind="primary" onClick={() => edit('new')}>
            Block an address
          </Button>
        }
      />
      <ListTable
        list={list}
        caption="Blocked IP addresses"
        keyOf={({ id }) => id}
        empty="No IP address is blocked."
        columns={[
          {
            title: 'Address or network',
            main: true,
            cell: ({ ip, comment }) => (
              <>
                <strong class="block-name">{ip}</strong>
                {comment !== '' && <div class="muted small block-comment">{comment}</div>}
              </>
            ),
          },
          { title: 'What it does', cell: ({ severity }) => <Does severity={severity} /> },
          {
            title: 'Ends',
            cell: ({ expires_at }) => (expires_at === null ? 'Never' : <Time at={expires_at} />),
          },
          { title: 'Since', cell: ({ created_at }) => <Time at={created_at} /> },
          {
            title: 'Actions',
            cell: (block) => (
              <div class="buttons block-deeds">
                <Button small label={`Change the block of ${block.ip}`} onClick={() => edit(block)}>
                  Change…
                </Button>
                <RemoveButton
                  path={ADDRESSES}
                  block={block}
                  list={list}
                  name={block.ip}
                  text="People can come and sign up from there again."
                />
              </div>
            ),
          },
        ]}
      />
      {edited.value !== null && (
        <IpForm
          block={edited.value === 'new' ? null : edited.value}
          onClose={() => edit(null)}
          onDone={list.reload}
        />
      )}
    </>
  )
}

function Does({ severity }: { severity: IpSeverity }) {
  const [tone, title] = WORDS[severity]
  return <Badge tone={tone}>{title}</Badge>
}
