import type { App } from '../app.ts'
import { changeSetting, settings } from '../instance/settings.ts'
import { processBanner } from '../processing/profile-images.ts'
import { newKey } from '../storage/keys.ts'

/** Gives the server another banner; an empty picture takes it away. */
export async function changeBanner(app: App, picture: Buffer, description: string): Promise<void> {
  const { banner: before } = await app.cached.get(settings)
  const banner = picture.length === 0 ? null : await storeBanner(app, picture, description)
  await app.transact((tx) => changeSetting(tx, 'banner', banner))
  if (before === null) return
  for (const key of [before.key_1x, before.key_2x]) await app.storage.remove(key)
}

async function storeBanner(app: App, picture: Buffer, description: string) {
  const made = await processBanner(picture)
  const [single, double] = [made['@1x'], made['@2x']]
  const key_1x = newKey('site', single.extension)
  const key_2x = newKey('site', double.extension)
  await app.storage.put(key_1x, single.data)
  await app.storage.put(key_2x, double.data)
  return { key_1x, key_2x, blurhash: made.blurhash, description }
}
