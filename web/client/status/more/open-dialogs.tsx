import { tellError } from '../../../shared/components/toast.tsx'
import type { Status } from '../../../shared/entities/api.ts'
import { keepFocus } from '../../../shared/focus.ts'
import { loadLayer, openLayer } from '../../layers/layers.tsx'
import { webSetting } from '../../state/web-settings.ts'
import { DeleteDialog, deleteStatus } from './delete-dialog.tsx'
import type { ChosenReaction } from './reaction-picker.tsx'
import { revokeQuote } from './revoke-quote.ts'

/** Windows that the menu of a status opens; those that are seldom needed are loaded then. */

/** Deletes at once where the person does not wish to be asked. */
export function askToDelete(status: Status, { anew = false } = {}): void {
  if (!webSetting('ask_delete').peek()) {
    deleteStatus(status, anew).then(keepFocus, tellError)
    return
  }
  openLayer((close) => <DeleteDialog status={status} anew={anew} close={close} />)
}

export const askToRevoke = (status: Status, quoted: Status): void =>
  void revokeQuote(status, quoted)

export function openPolicy(status: Status): void {
  void loadLayer(async () => {
    const { PolicyDialog } = await import('./policy-dialog.tsx')
    return (close) => <PolicyDialog status={status} close={close} />
  })
}

export function openFilter(status: Status): void {
  void loadLayer(async () => {
    const { FilterDialog } = await import('./filter-dialog.tsx')
    return (close) => <FilterDialog status={status} close={close} />
  })
}

export function openEmbed(status: Status): void {
  void loadLayer(async () => {
    const { EmbedDialog } = await import('./embed-dialog.tsx')
    return (close) => <EmbedDialog status={status} close={close} />
  })
}

export function openReactionPicker(onChoose: (reaction: ChosenReaction) => void): void {
  void loadLayer(async () => {
    const { ReactionPicker } = await import('./reaction-picker.tsx')
    return (close) => <ReactionPicker onChoose={onChoose} close={close} />
  })
}

export function openWhoReacted(status: Status): void {
  void loadLayer(async () => {
    const { WhoReacted } = await import('./who-reacted.tsx')
    return (close) => <WhoReacted status={status} close={close} />
  })
}
