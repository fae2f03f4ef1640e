import { ask } from '../../../shared/components/dialog.tsx'
import { plural, t } from '../../../shared/i18n.ts'
import type { Writing } from '../writing.ts'

/** Reminds of descriptions that are missing. @returns whether it goes on without them */
export async function goesWithout({ parts }: Writing, isReminded: boolean): Promise<boolean> {
  const missing = parts
    .filter(({ sentId }) => sentId === null)
    .flatMap(({ media }) => media)
    .filter(({ description }) => description.trim() === '').length
  if (missing === 0 || !isReminded) return true
  return ask({
    title: plural(missing, '{n} file has no description', '{n} files have no description'),
    text: t(
      'People who cannot see or hear it do not learn what it is. Go back to add a description, or post it as it is.',
    ),
    confirm: t('Post it without'),
  })
}
