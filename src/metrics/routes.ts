import manifest from '../../package.json' with { type: 'json' }
import type { App } from '../app.ts'
import { Forbidden } from '../errors.ts'
import type { Routes } from '../http/routes.ts'
import { mayRead } from './access.ts'
import { CONTENT_TYPE, type Family } from './format.ts'
import { watchProcess } from './process.ts'
import { cacheFamilies, databaseFamilies } from './stores.ts'
import { deliveryFamilies, inboxFamilies, jobFamilies } from './work.ts'

const REFUSED =
  'Metrics are for those who have the METRICS_TOKEN or, where none is set, for this machine alone'

/** What this process counts and measures of itself, for Prometheus. */
export const routes: Routes = (server, app) => {
  const { metrics, config, log } = app
  metrics.collect(() => [buildFamily(app)])
  metrics.collect(() => cacheFamilies(app))
  metrics.collect(() => databaseFamilies(app))
  metrics.collect(() => jobFamilies(app))
  metrics.collect(() => deliveryFamilies(app))
  metrics.collect(() => inboxFamilies(app))
  metrics.collect(watchProcess())
  server.get('/metrics', { exposeHeadRoute: false }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (!mayRead(request, config.metricsToken)) throw new Forbidden(REFUSED)
    reply.type(CONTENT_TYPE)
    return metrics.text((err) => log.warn({ err }, 'some metrics could not be read'))
  })
}

function buildFamily({ config }: App): Family {
  const labels = {
    version: manifest.version,
    node: process.version,
    database: config.databaseUrl === null ? 'sqlite' : 'postgresql',
  }
  return {
    name: 'rookery_build_info',
    help: 'What runs; always 1',
    type: 'gauge',
    samples: [{ labels, value: 1 }],
  }
}
