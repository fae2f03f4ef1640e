import type { App } from '../app.ts'
import { changePicture, saveBanner, saveIcon } from '../instance/pictures.ts'

/** Gives the server another banner; an empty picture takes it away. */
export async function changeBanner(app: App, picture: Buffer, description: string): Promise<void> {
  if (picture.length === 0) await app.transact((tx) => changePicture(tx, 'banner', null))
  else await saveBanner(app, { input: picture, description }, app.transact)
}

/** Gives the server another icon; an empty picture takes it away. */
export async function changeIcon(app: App, picture: Buffer): Promise<void> {
  if (picture.length === 0) await app.transact((tx) => changePicture(tx, 'icon', null))
  else await saveIcon(app, picture, app.transact)
}
