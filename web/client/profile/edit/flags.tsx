import { Checkbox } from '../../../shared/components/fields.tsx'
import { t } from '../../../shared/i18n.ts'
import type { Draft } from './draft.ts'

/** Settings about finding and following the account, and about the visibility of its parts. */
export function Flags({ flags }: { flags: Draft['flags'] }) {
  return (
    <>
      <fieldset class="flags">
        <legend>{t('Being found')}</legend>
        <Checkbox
          label={t('Feature me in the directory and in suggestions')}
          hint={t('Others can then also show you in their collections.')}
          value={flags.discoverable}
        />
        <Checkbox
          label={t('My public posts may be found by search')}
          hint={t('Who has answered or favourited them finds them in any case.')}
          value={flags.indexable}
        />
      </fieldset>
      <fieldset class="flags">
        <legend>{t('Followers')}</legend>
        <Checkbox
          label={t('I approve who follows me')}
          hint={t('Requests wait until you accept them.')}
          value={flags.locked}
        />
        <Checkbox
          label={t('Keep to myself whom I follow and who follows me')}
          value={flags.hide_collections}
        />
      </fieldset>
      <fieldset class="flags">
        <legend>{t('What the profile shows')}</legend>
        <Checkbox label={t('A tab with my pictures and videos')} value={flags.show_media} />
        <Checkbox
          label={t('Also those in my replies')}
          value={flags.show_media_replies}
          disabled={!flags.show_media.value}
        />
        <Checkbox label={t('A tab with what I feature')} value={flags.show_featured} />
        <Checkbox
          label={t('This is an automated account')}
          hint={t('It is marked as a bot.')}
          value={flags.bot}
        />
      </fieldset>
    </>
  )
}
