import { Button } from '../../shared/components/button.tsx'
import { t } from '../../shared/i18n.ts'
import { Icon, Pin, PinOff } from '../../shared/icons.tsx'
import { isPinned, pin } from './pinned-ways.ts'

interface PinButtonProps {
  href: string
  title: string
}

/** Pins what has a page of its own to the navigation, in all browsers of the person. */
export function PinButton({ href, title }: PinButtonProps) {
  const isOn = isPinned(href)
  return (
    <Button onClick={() => pin({ href, title }, !isOn)}>
      <Icon of={isOn ? PinOff : Pin} size={18} />{' '}
      {isOn ? t('Unpin|from the navigation') : t('Pin|to the navigation')}
    </Button>
  )
}
