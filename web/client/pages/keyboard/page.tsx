import { PageHead } from '../../../shared/components/page-head.tsx'
import { t } from '../../../shared/i18n.ts'
import { KeyList } from '../../keyboard/help-dialog.tsx'

export function Page() {
  return (
    <>
      <PageHead
        title={t('Keyboard shortcuts')}
        lead={t('Press ? on any page to see what can be done there.')}
      />
      <KeyList heading="h2" />
    </>
  )
}
