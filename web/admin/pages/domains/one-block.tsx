import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/action-button.tsx'
import { LinkButton } from '../../../shared/components/button.tsx'
import { Loaded } from '../../../shared/components/loaded.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import type { DomainBlock } from '../../../shared/entities/federation.ts'
import { t } from '../../../shared/i18n.ts'
import { go, place } from '../../../shared/router.ts'
import { useResource } from '../../../shared/use-resource.ts'
import { BLOCKS, BlockForm } from './block-form.tsx'

const UP = { href: '/admin/domains', title: t('Domain blocks') }

/** @param id null: a block that is not there yet */
export function OneBlock({ id }: { id: string | null }) {
  const { domain = '' } = place.value.query
  const block = useResource(`domain block ${id} ${domain}`, async () =>
    id === null ? blankFor(domain) : api.get<DomainBlock>(`${BLOCKS}/${id}`),
  )
  return (
    <>
      <PageHead
        title={id === null ? t('Block a domain') : (block.data?.domain ?? t('Blocked domain'))}
        up={UP}
        lead={t('It counts for the domain and everything below it.')}
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
      <LinkButton href={`/admin/federation/${encodeURIComponent(domain)}`}>
        {t('The server')}
      </LinkButton>
      <ActionButton
        question={{
          title: t('End the block of {domain}?', { domain }),
          text:
            severity === 'suspend'
              ? t(
                  'Its accounts are no longer suspended, and what they post comes here again. Follows that the block ended do not come back: people have to follow anew.',
                )
              : t('Its accounts are no longer limited, as far as that came from this block.'),
          confirm: t('End the block'),
          danger: true,
        }}
        done={t('{domain} is no longer blocked', { domain })}
        run={async () => {
          await api.delete(`${BLOCKS}/${id}`)
          go('/admin/domains')
        }}
      >
        {t('End the block…')}
      </ActionButton>
    </>
  )
}
