import { api } from '../../../shared/api.ts'
import { ask } from '../../../shared/components/dialog.tsx'
import { t } from '../../../shared/i18n.ts'
import { clearNotificationsOf, clearPostsOf } from './clear-posts.ts'
import { lossesOf, type Preview } from './domain-block-losses.ts'

/** Blocks a server once the person knows what it costs. @returns whether they wanted it */
export async function askDomainBlock(domain: string): Promise<boolean> {
  const preview = await api.get<Preview>('/api/v1/domain_blocks/preview', { domain })
  const isWanted = await ask({
    title: t('Block all of {domain}?', { domain }),
    text: lossesOf(preview),
    confirm: t('Block the server'),
    danger: true,
  })
  if (!isWanted) return false
  await api.post('/api/v1/domain_blocks', { domain })
  clearPostsOf(domain)
  clearNotificationsOf(domain)
  return true
}
