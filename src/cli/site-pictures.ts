import type { App } from '../app.ts'
import { writeAudit } from '../audit/log.ts'
import { changePicture, type PictureSetting, saveBanner, saveIcon } from '../instance/pictures.ts'
import type { Tx } from '../transact.ts'

/** Gives the server another banner; an empty picture takes it away. */
export async function changeBanner(app: App, picture: Buffer, description: string): Promise<void> {
  const kept = audited(app, 'banner', picture)
  if (picture.length === 0) await kept((tx) => changePicture(tx, 'banner', null))
  else await saveBanner(app, { input: picture, description }, kept)
}

/** Gives the server another icon; an empty picture takes it away. */
export async function changeIcon(app: App, picture: Buffer): Promise<void> {
  const kept = audited(app, 'icon', picture)
  if (picture.length === 0) await kept((tx) => changePicture(tx, 'icon', null))
  else await saveIcon(app, picture, kept)
}

/** A transaction that is in the audit log if it changes the picture (S-205). */
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
