import { viewerOf } from '../../kernel/http/auth.ts'
import type { Routes } from '../../kernel/http/routes.ts'
import { Type } from '../../kernel/http/schema.ts'
import { chooseLanguages, getUserChoices } from './user-choices.ts'

const MOST = 200
const PATH = '/api/rookery/v1/account/languages'
const Body = Type.Object({ languages: Type.Array(Type.String(), { maxItems: MOST }) })

/** Languages of public timelines (S-322); none: all of them. */
export const languageRoutes: Routes = (server, app) => {
  server.get(PATH, { config: { scope: 'read:accounts' } }, async (request) => {
    const { chosenLanguages } = await getUserChoices(app.db, viewerOf(request).userId)
    return { languages: chosenLanguages ?? [] }
  })

  server.put(
    PATH,
    { config: { scope: 'write:accounts' }, schema: { body: Body } },
    async (request) => {
      const { userId } = viewerOf(request)
      return app.transact(async (tx) => {
        await chooseLanguages(tx, userId, request.body.languages)
        const after = await getUserChoices(tx.db, userId)
        return { languages: after.chosenLanguages ?? [] }
      })
    },
  )
}
