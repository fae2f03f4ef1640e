import { Questions } from '../shared/components/dialog.tsx'
import { SignInAgain } from '../shared/components/sign-in-again.tsx'
import { Toasts } from '../shared/components/toast.tsx'
import { t } from '../shared/i18n.ts'
import { viewer } from '../shared/session.ts'
import { ComposerHost } from './compose/composer-host.tsx'
import { ConnectionBanner } from './frame/connection-banner.tsx'
import { Frame } from './frame/frame.tsx'
import { KeyboardHost } from './keyboard/help-host.tsx'
import { Layers } from './layers/layers.tsx'
import { PageOutlet } from './page-outlet.tsx'
import { NewVersion } from './push/new-version.tsx'

/** The whole client: frame, page, and what lies above them. */
export function Client() {
  return (
    <>
      <a class="skip-link" href="#main">
        {t('Skip to the content')}
      </a>
      <Frame>
        <PageOutlet />
      </Frame>
      {viewer !== null && <ComposerHost />}
      <KeyboardHost />
      <ConnectionBanner />
      <Layers />
      <NewVersion />
      <Questions />
      <SignInAgain />
      <Toasts />
    </>
  )
}
