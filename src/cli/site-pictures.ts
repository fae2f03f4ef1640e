import { writeAudit } from '../features/audit/log.ts'
import {
  changePicture,
  type PictureSetting,
  saveBanner,
  saveIcon,
} from '../features/instance/pictures.ts'
import type { App } from '../kernel/core/app.ts'
import type { Tx } from '../kernel/core/tx.ts'

/** Replaces the server's banner; an empty picture removes it. */
export async function changeBanner(app: App, picture: Buffer, description: string): Promise<void> {
  const kept = audited(app, 'banner', picture)
  if (picture.length === 0) await kept((tx) => changePicture(tx, 'banner', null))
  else await saveBanner(app, { input: picture, description }, kept)
}

/** Replaces the server's icon; an empty picture removes it. */
export async function changeIcon(app: App, picture: Buffer): Promise<void> {
  const kept = audited(app, 'icon', picture)
  if (picture.length === 0) await kept((tx) => changePicture(tx, 'icon', null))
  else await saveIcon(app, picture, kept)
}

/** A transaction that writes an audit log entry if it changes the picture (S-205). */
function audited(app: App, name: PictureSetting, picture: Buffer) {
  const action = picture.length === 0 ? 'remove_picture' : 'update_picture'
  return (change: (tx: Tx) => Promise<boolean>) =>
    app.transact(async (tx) => {
      const changed = await change(tx)
      const target = { type: 'setting', id: null, label: name }
      if (changed) await writeAudit(tx, null, { action, target })
      return changed
    })
}
