import { t } from '../../shared/i18n.ts'
import { ArrowLeft, Icon } from '../../shared/icons.tsx'
import { goBack, place } from '../../shared/router.ts'
import { viewer } from '../../shared/session.ts'
import { mainNavigation } from './navigation.ts'

/** The way back before the title of a page; the places of the frame itself have none. */
export function BackLink({ up }: { up?: { href: string; title: string } | undefined }) {
  const { path } = place.value
  const isTop = mainNavigation().some(
    ({ href }) => href === path && href !== `/@${viewer?.username}`,
  )
  if (isTop && up === undefined) return null
  const otherwise = up?.href ?? (viewer === null ? '/' : '/home')
  return (
    <button type="button" class="back" onClick={() => goBack(otherwise)}>
      <Icon of={ArrowLeft} size={22} class="flips" />
      <span class="visually-hidden">
        {up === undefined ? t('Back') : t('Back to {page}', { page: up.title })}
      </span>
    </button>
  )
}
