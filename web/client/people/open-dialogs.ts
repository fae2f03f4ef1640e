import { h } from 'preact'
import type { Account } from '../../shared/entities/api.ts'
import { loadLayer } from '../layers/layers.tsx'
import type { About } from './report/draft.ts'

/** Windows about somebody: each is loaded when it is first asked for. */

/** Reports somebody, or what they made: `statuses` and `collections` are chosen already. */
export function openReport(about: About): void {
  void loadLayer(async () => {
    const { ReportDialog } = await import('./report/report-dialog.tsx')
    return (onClose) => h(ReportDialog, { ...about, onClose, onMute: openMute, onBlock: openBlock })
  })
}

/** Asks for how long somebody is to be muted, and whether notifications are too. */
export function openMute(account: Account): void {
  void loadLayer(async () => {
    const { MuteDialog } = await import('./safety/mute-dialog.tsx')
    return (onClose) => h(MuteDialog, { account, onClose })
  })
}

/** Says what a block does, and blocks. */
export function openBlock(account: Account): void {
  void loadLayer(async () => {
    const { BlockDialog } = await import('./safety/block-dialog.tsx')
    return (onClose) => h(BlockDialog, { account, onClose, onBlockDomain: openDomainBlock })
  })
}

/** Says what the block of somebody's whole server costs, and blocks it. */
export function openDomainBlock(account: Account): void {
  void loadLayer(async () => {
    const { DomainBlockDialog } = await import('./safety/domain-block-dialog.tsx')
    return (onClose) => h(DomainBlockDialog, { account, onClose, onBlockAccount: openBlock })
  })
}

/** Asks which lists somebody is to be in. */
export function openAddToLists(account: Account): void {
  void loadLayer(async () => {
    const { AddToListsDialog } = await import('./lists/add-to-lists-dialog.tsx')
    return (onClose) => h(AddToListsDialog, { account, onClose })
  })
}

/** Asks which collections somebody is to be in. */
export function openAddToCollections(account: Account): void {
  void loadLayer(async () => {
    const { AddToCollectionsDialog } = await import('./collections/add-to-collections-dialog.tsx')
    return (onClose) => h(AddToCollectionsDialog, { account, onClose })
  })
}
