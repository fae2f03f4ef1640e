import { type JsonText, toJson } from '../../kernel/base/json.ts'
import type { CachedValue } from '../../kernel/core/app.ts'
import type { Routes } from '../../kernel/http/routes.ts'
import { localEmojis, presentEmoji } from './emojis.ts'

export const routes: Routes = (server, app) => {
  const document: CachedValue<JsonText> = {
    name: 'custom emoji document',
    async load() {
      const known = [...(await app.cached.get(localEmojis)).values()]
      const listed = known.filter((emoji) => emoji.visible_in_picker)
      return toJson(listed.map((emoji) => presentEmoji(app.config, emoji)))
    },
  }
  // https://docs.joinmastodon.org/methods/custom_emojis/#get
  server.get('/api/v1/custom_emojis', { config: { scope: 'public', cache: 'document' } }, () =>
    app.cached.get(document),
  )
}
