import type { IconNode } from 'lucide'
import type { Status } from '../../shared/entities/api.ts'
import { t } from '../../shared/i18n.ts'
import { AtSign, Globe, Icon, Lock, Moon } from '../../shared/icons.tsx'

type Visibility = Status['visibility']

const ICONS: Record<Visibility, IconNode> = {
  public: Globe,
  unlisted: Moon,
  private: Lock,
  direct: AtSign,
}

export function visibilityWords(visibility: Visibility): string {
  const words: Record<Visibility, string> = {
    public: t('Public'),
    unlisted: t('Quiet public'),
    private: t('Followers only'),
    direct: t('Private mention'),
  }
  return words[visibility]
}

/** For whom a status is. */
export function VisibilitySign({ visibility }: { visibility: Visibility }) {
  const words = visibilityWords(visibility)
  return (
    <span class="status-sign" title={words}>
      <Icon of={ICONS[visibility]} size={15} />
      <span class="visually-hidden">{words}</span>
    </span>
  )
}
