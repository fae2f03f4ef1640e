import { LinkButton } from '../../shared/components/button.tsx'
import { Empty } from '../../shared/components/notice.tsx'
import { t } from '../../shared/i18n.ts'
import { place } from '../../shared/router.ts'
import { may, viewer } from '../../shared/session.ts'
import { instance } from '../state/server.ts'
import { SignUpButton } from '../visitors/sign-up-button.tsx'

type Kind = 'live_feeds' | 'hashtag_feeds' | 'trending_link_feeds'
export type Origin = 'all' | 'local' | 'remote'

/** Whether a feed is open to who looks: `account` asks for one, `off` is for the staff alone. */
export type Access = 'open' | 'account' | 'off'

/** The viewer's access to a feed by the server's settings; open until they are known. */
export function accessTo(kind: Kind, origin: Origin): Access {
  const allowed = instance.value?.configuration.timelines_access[kind]
  if (allowed === undefined) return 'open'
  const asked = origin === 'all' ? (['local', 'remote'] as const) : [origin]
  const all = asked.map((one) => allowed[one])
  if (viewer === null) return all.every((one) => one === 'public') ? 'open' : 'account'
  const isOff = all.every((one) => one === 'disabled')
  return isOff && !may('viewFeeds') ? 'off' : 'open'
}

/** Shown in place of a feed that the viewer may not read. */
export function Closed({ access }: { access: Exclude<Access, 'open'> }) {
  if (access === 'off') {
    return (
      <Empty>
        <p>{t('This server does not show this timeline.')}</p>
        <LinkButton kind="primary" href="/home">
          {t('Go to your home timeline')}
        </LinkButton>
      </Empty>
    )
  }
  const { path } = place.value
  return (
    <Empty>
      <p>{t('Only people with an account here can read this.')}</p>
      <div class="buttons centred">
        <LinkButton kind="primary" href={`/auth/sign_in?return_to=${encodeURIComponent(path)}`}>
          {t('Sign in')}
        </LinkButton>
        <SignUpButton />
      </div>
    </Empty>
  )
}
