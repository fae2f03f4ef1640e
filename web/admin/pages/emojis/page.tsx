import { LinkButton } from '../../../shared/components/button.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { Tabs } from '../../../shared/components/tabs.tsx'
import { t } from '../../../shared/i18n.ts'
import { place } from '../../../shared/router.ts'
import type { PageProps } from '../../page.ts'
import { AddEmojis } from './add-emojis.tsx'
import { OwnEmojis } from './own-emojis.tsx'
import { RemoteEmojis } from './remote-emojis.tsx'
import './emojis.css'

export function Page({ rest: [part] }: PageProps) {
  return part === 'new' ? <AddEmojis /> : <All />
}

function All() {
  const isRemote = place.value.query.of === 'remote'
  return (
    <>
      <PageHead
        title={t('Custom emoji')}
        lead={t(
          'Small pictures that people here put into posts, names and reactions by :shortcode:.',
        )}
        actions={
          <LinkButton kind="primary" href="/admin/emojis/new">
            {t('Add emoji')}
          </LinkButton>
        }
      />
      <Tabs
        label={t('Whose emoji')}
        name="of"
        options={[
          ['', t('This server')],
          ['remote', t('Other servers')],
        ]}
      />
      {isRemote ? <RemoteEmojis /> : <OwnEmojis />}
    </>
  )
}
