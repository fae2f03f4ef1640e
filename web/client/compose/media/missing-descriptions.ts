import { ask } from '../../../shared/components/dialog.tsx'
import { formatList } from '../../../shared/format.ts'
import { plural, t } from '../../../shared/i18n.ts'
import type { Composition } from '../composition.ts'
import type { Attached, Writing } from '../writing.ts'
import { nameOf } from './media-item.tsx'

/**
 * Reminds of descriptions that are missing, and names the files; who goes back comes to the first of them.
 * @returns whether it goes on without them
 */
export async function goesWithout(composition: Composition): Promise<boolean> {
  const missing = undescribed(composition.writing.peek())
  const [first] = missing
  if (first === undefined) return true
  const names = formatList(missing.map(({ name }) => name))
  const isMeant = await ask({
    title: plural(missing.length, '{n} file has no description', '{n} files have no description'),
    text: t('Missing for {names}. People who cannot see or hear it do not learn what it is.', {
      names,
    }),
    confirm: t('Post it without'),
    cancel: t('Add a description'),
  })
  if (!isMeant) composition.opened.value = first.attached.key
  return isMeant
}

function undescribed({ parts }: Writing): { attached: Attached; name: string }[] {
  return parts
    .filter(({ sentId }) => sentId === null)
    .flatMap(({ media }) =>
      media.map((attached, index) => ({ attached, name: nameOf(attached, index) })),
    )
    .filter(({ attached }) => attached.description.trim() === '')
}
