import { useSignal } from '@preact/signals'
import { Button } from '../../../shared/components/button.tsx'
import { Badge, type Tone } from '../../../shared/components/notice.tsx'
import { ListTable } from '../../../shared/components/table.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { IpBlock, IpSeverity } from '../../../shared/entities/blocks.ts'
import { t } from '../../../shared/i18n.ts'
import { type PagedList, useList } from '../../../shared/use-resource.ts'
import { Head } from './head.tsx'
import { ADDRESSES, IpForm } from './ip-form.tsx'
import { RemoveButton } from './remove-button.tsx'

const WORDS: Readonly<Record<IpSeverity, readonly [Tone, string]>> = {
  sign_up_requires_approval: ['info', t('Sign-up needs approval')],
  sign_up_block: ['warning', t('No sign-up')],
  no_access: ['danger', t('No access')],
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
        lead={t('Addresses and networks from which nobody may sign up, or come here at all.')}
        action={
          <Button kind="primary" onClick={() => edit('new')}>
            {t('Block an address')}
          </Button>
        }
      />
      <ListTable
        list={list}
        caption={t('Blocked IP addresses')}
        keyOf={({ id }) => id}
        empty={t('No IP address is blocked.')}
        columns={[
          {
            title: t('Address or network'),
            main: true,
            cell: ({ ip, comment }) => <Address ip={ip} comment={comment} />,
          },
          { title: t('What it does'), cell: ({ severity }) => <Does severity={severity} /> },
          {
            title: t('Ends'),
            cell: ({ expires_at }) =>
              expires_at === null ? t('Never|no end') : <Time at={expires_at} />,
          },
          { title: t('Since'), cell: ({ created_at }) => <Time at={created_at} /> },
          {
            title: t('Actions'),
            cell: (block) => <Deeds block={block} list={list} onChange={() => edit(block)} />,
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

function Address({ ip, comment }: Pick<IpBlock, 'ip' | 'comment'>) {
  return (
    <>
      <strong class="block-name">{ip}</strong>
      {comment !== '' && <div class="muted small block-comment">{comment}</div>}
    </>
  )
}

interface DeedsProps {
  block: IpBlock
  list: PagedList<IpBlock>
  onChange: () => void
}

function Deeds({ block, list, onChange }: DeedsProps) {
  return (
    <div class="buttons block-deeds">
      <Button small label={t('Change the block of {ip}', { ip: block.ip })} onClick={onChange}>
        {t('Change…')}
      </Button>
      <RemoveButton
        path={ADDRESSES}
        block={block}
        list={list}
        name={block.ip}
        text={t('People can come and sign up from there again.')}
      />
    </div>
  )
}
