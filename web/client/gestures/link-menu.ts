import { h } from 'preact'
import { t } from '../../shared/i18n.ts'
import { Copy, ExternalLink, Share2 } from '../../shared/icons.tsx'
import { copy } from '../layers/clipboard.ts'
import { openMenu } from '../layers/menu.tsx'

/** Opens the menu of a link, which says where the link leads. */
export function openLinkMenu(link: HTMLAnchorElement): void {
  const { href } = link
  openMenu(link, t('Link'), [
    {
      label: t('Open in a new tab'),
      hint: h('bdi', { dir: 'ltr', class: 'link-address' }, href.replace(/^https?:\/\//, '')),
      icon: ExternalLink,
      href,
      outside: true,
    },
    { label: t('Copy the link'), icon: Copy, run: () => copy(href, t('The link is copied')) },
    // whoever closes the sheet wanted nothing
    navigator.share !== undefined && {
      label: t('Share'),
      icon: Share2,
      run: () => navigator.share({ url: href }).catch(() => {}),
    },
  ])
}
