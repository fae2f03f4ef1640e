import { useSignal } from '@preact/signals'
import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/action-button.tsx'
import { TextField } from '../../../shared/components/fields.tsx'
import { Form } from '../../../shared/components/form.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { t } from '../../../shared/i18n.ts'
import { feedOf } from '../../feed/feed-cache.ts'
import { FeedView } from '../../feed/feed-view.tsx'
import { askDomainBlock } from '../../people/safety/ask-domain-block.ts'
import { useFreshFeed } from '../../people/use-fresh-feed.ts'
import '../../people/people.css'

const PATH = '/api/v1/domain_blocks'

const blocks = () =>
  feedOf<string>({
    key: PATH,
    read: (cursor) => api.page<string>(PATH, cursor),
    idOf: (domain) => domain,
  })

/** Which servers the person blocks. */
export function Page() {
  const feed = useFreshFeed(blocks())
  const domain = useSignal('')
  const add = async () => {
    const wanted = domain.value
      .trim()
      .replace(/^(https?:\/\/|@)/, '')
      .replace(/\/.*$/, '')
    if (!(await askDomainBlock(wanted))) return
    domain.value = ''
    feed.add(wanted.toLowerCase())
  }
  return (
    <>
      <PageHead
        title={t('Blocked servers')}
        lead={t('You see nothing of anybody there, and nobody there follows you.')}
      />
      <Form inline submit={t('Block')} disabled={domain.value.trim() === ''} onSubmit={add}>
        <TextField
          label={t('Block another server')}
          name="domain"
          value={domain}
          placeholder="example.social"
        />
      </Form>
      <div class="people-feed page-section">
        <FeedView
          feed={feed}
          label={t('Blocked servers')}
          keyOf={(one) => one}
          empty={<p>{t('You have not blocked any server.')}</p>}
        >
          {(one) => <Row domain={one} />}
        </FeedView>
      </div>
    </>
  )
}

function Row({ domain }: { domain: string }) {
  const isUndone = useSignal(false)
  const run = async () => {
    if (isUndone.value) await api.post(PATH, { domain })
    else await api.delete(PATH, { domain })
    isUndone.value = !isUndone.value
  }
  const title = isUndone.value ? t('Block again') : t('Unblock')
  return (
    <div class="plain-row">
      <bdi>{domain}</bdi>
      <ActionButton small label={`${title} ${domain}`} run={run}>
        {title}
      </ActionButton>
    </div>
  )
}
