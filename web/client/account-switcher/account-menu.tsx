import { useRef, useState } from 'preact/hooks'
import { displayName } from '../../shared/components/person.tsx'
import { tellError } from '../../shared/components/toast.tsx'
import { t } from '../../shared/i18n.ts'
import { Ellipsis, Icon } from '../../shared/icons.tsx'
import { viewer } from '../../shared/session.ts'
import { Avatar } from '../people/account-name.tsx'
import { account } from '../state/server.ts'
import '../../../src/surfaces/pages/styles/account-menu.css'

/** The signed-in account, with a menu: other accounts, settings, signing out. */
export function AccountMenu() {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  if (viewer === null) return null
  const open = async () => {
    if (isOpen || button.current === null) return
    setOpen(true)
    try {
      const { openAccountMenu } = await import('./open-account-menu.tsx')
      await openAccountMenu(button.current, () => setOpen(false))
    } catch (error) {
      setOpen(false)
      tellError(error)
    }
  }
  return (
    <div class="account-menu">
      <button
        ref={button}
        type="button"
        class="account-menu-button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => void open()}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          void open()
        }}
      >
        <Face />
        <Icon of={Ellipsis} class="account-menu-more" />
      </button>
    </div>
  )
}

function Face() {
  const own = account.value
  const name = viewer?.username ?? ''
  return (
    <>
      {own === null ? <span class="account-menu-waiting" /> : <Avatar account={own} size={40} />}
      <span class="account-menu-words">
        <span class="visually-hidden">{t('Account')}</span>
        <bdi class="account-menu-name">{own === null ? name : displayName(own)}</bdi>
        <bdi class="muted" dir="ltr">
          @{name}
        </bdi>
      </span>
    </>
  )
}
