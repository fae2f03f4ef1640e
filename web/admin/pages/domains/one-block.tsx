import { api } from '../../../shared/api.ts'
import { ActionButton, LinkButton } from '../../../shared/components/button.tsx'
import { Loaded } from '../../../shared/components/loaded.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import type { DomainBlock } from '../../../shared/entities/federation.ts'
import { useResource } from '../../../shared/resource.ts'
import { go, place } from '../../../shared/router.ts'
import { BLOCKS, BlockForm } from './block-form.tsx'

const UP = { href: '/admin/domains', title: 'Domain blocks' }

/** @param id null: a block that is not there yet */
export function OneBlock({ id }: { id: string | null }) {
  const { domain = '' } = place.value.query
  const block = useResource(`domain block ${id} ${domain}`, async () =>
    id === null ? blankFor(domain) : api.get<DomainBlock>(`${BLOCKS}/${id}`),
  )
  return (
    <>
      <PageHead
        title={id === null ? 'Block a domain' : (block.data?.domain ?? 'Blocked domain')}
        up={UP}
        lead="It counts for the domain and everything below it."
        actions={id !== null && block.data !== null && <Actions block={block.data} />}
      />
      <Loaded from={block}>
        {(found) => (
          <BlockForm
            block={found}
            onSave={(saved) => {
              if (id === null) go('/admin/domains')
              else block.set(saved)
            }}
          />
        )}
      </Loaded>
    </>
  )
}

const blankFor = (domain: string): DomainBlock => ({
  id: '',
  domain,
  created_at: '',
  severity: 'silence',
  reject_media: false,
  reject_reports: false,
  private_comment: null,
  public_comment: null,
  obfuscate: false,
})

function Actions({ block: { id, domain, severity } }: { block: DomainBlock }) {
  return (
    <>
      <LinkButton href={`/admin/federation/${encodeURIComponent(domain)}`}>The server</LinkButton>
      <ActionButton
        question={{
          title: `End the block of ${domain}?`,
          text:
            severity === 'suspend'
              ? 'Its accounts are no longer suspended, and what they post comes here again. Follows that the block ended do not come back: people have to follow anew.'
              : 'Its accounts are no longer limited, as far as that came from this block.',
          confirm: 'End the block',
          danger: true,
        }}
        done={`${domain} is no longer blocked`}
        run={async () => {
          await api.delete(`${BLOCKS}/${id}`)
          go('/admin/domains')
        }}
      >
        End the block…
      </ActionButton>
    </>
  )
}
