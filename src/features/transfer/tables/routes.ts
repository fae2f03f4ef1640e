import { viewerOf } from '../../../kernel/http/auth.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import { attachmentHeaders, TABLE_FILES, TABLE_NAMES, tableStream } from './files.ts'

export const routes: Routes = (server, app) => {
  for (const name of TABLE_NAMES) {
    const { fileName, scope } = TABLE_FILES[name]
    server.get(`/api/rookery/v1/exports/${name}.csv`, { config: { scope } }, (request, reply) =>
      reply
        .headers(attachmentHeaders(fileName))
        .type('text/csv; charset=utf-8')
        .send(tableStream(app, viewerOf(request).id, name)),
    )
  }
}
