import { h } from 'preact'
import type { Account } from '../../shared/entities/api.ts'
import { loadLayer } from '../layers/layers.tsx'

/** Shows somebody's picture large. */
export function openPicture(account: Account): void {
  void loadLayer(async () => {
    const { PictureDialog } = await import('./picture-dialog.tsx')
    return (onClose) => h(PictureDialog, { account, onClose })
  })
}

/** Shows the address of a profile as a code that cameras read. */
export function openQrCode(account: Account, address: string): void {
  void loadLayer(async () => {
    const { QrDialog } = await import('./qr-dialog.tsx')
    return (onClose) => h(QrDialog, { account, address, onClose })
  })
}

/** Asks which languages of somebody's posts come home. */
export function openFollowLanguages(account: Account): void {
  void loadLayer(async () => {
    const { FollowLanguagesDialog } = await import('./follow-languages-dialog.tsx')
    return (onClose) => h(FollowLanguagesDialog, { account, onClose })
  })
}
