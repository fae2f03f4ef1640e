import { ask } from '../../../shared/components/dialog.tsx'
import type { Status } from '../../../shared/entities/api.ts'
import { t } from '../../../shared/i18n.ts'
import { openComposer } from '../../compose/open-composer.ts'
import { toggleBookmark, toggleFavourite, toggleReblog } from '../../status/actions.ts'

/** Carries out the intended action on a status: writing begins at once, other actions need a confirmation. */
export async function followIntent(intent: string, status: Status): Promise<void> {
  if (intent === 'reply') openComposer({ replyTo: status })
  if (intent === 'quote') openComposer({ quote: status })
  const wish = wishes()[intent]
  if (wish === undefined || wish.isDone(status)) return
  const { title, confirm } = wish
  if (await ask({ title, text: t('You came here for this from another page.'), confirm })) {
    await wish.act(status)
  }
}

interface Asked {
  title: string
  confirm: string
  isDone: (status: Status) => boolean
  act: (status: Status) => Promise<void>
}

function wishes(): Partial<Record<string, Asked>> {
  return {
    favourite: {
      title: t('Make this post a favourite?'),
      confirm: t('Favourite'),
      isDone: ({ favourited }) => favourited === true,
      act: toggleFavourite,
    },
    reblog: {
      title: t('Boost this post?'),
      confirm: t('Boost'),
      isDone: ({ reblogged }) => reblogged === true,
      act: toggleReblog,
    },
    bookmark: {
      title: t('Bookmark this post?'),
      confirm: t('Bookmark'),
      isDone: ({ bookmarked }) => bookmarked === true,
      act: toggleBookmark,
    },
  }
}
