import type { Routes } from '../../kernel/http/routes.ts'

/**
 * The OpenAPI document of the client API.
 * @see https://spec.openapis.org/oas/v3.1.1
 */
export const routes: Routes = (server, app) => {
  let text: string | null = null
  server.get(
    '/api/openapi.json',
    { config: { scope: 'public', cache: 'document' } },
    async (_request, reply) => {
      // loaded and built at the first request, as requests are rare
      text ??= await describe()
      return reply.type('application/json; charset=utf-8').send(text)
    },
  )

  async function describe(): Promise<string> {
    const { describeApi } = await import('./document.ts')
    return JSON.stringify(describeApi(server.routeList, app.config.origin))
  }
}
