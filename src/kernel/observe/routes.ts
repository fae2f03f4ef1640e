import manifest from '../../../package.json' with { type: 'json' }
import { Forbidden } from '../base/errors.ts'
import type { App } from '../core/app.ts'
import type { Routes } from '../http/routes.ts'
import { CONTENT_TYPE, type Family, formatFamilies } from '../instruments/exposition-format.ts'
import { cacheFamilies, loadFamilies, replicaFamilies, sizeFamilies } from './database-metrics.ts'
import { deliveryFamilies, inboxFamilies, jobFamilies } from './job-metrics.ts'
import { watchProcess } from './process-metrics.ts'
import { mayScrape } from './scrape-access.ts'

const REFUSED =
  'Metrics are for those who have the METRICS_TOKEN or, where none is set, for this machine alone'

/** Counters and measures of this process and those of its group, for Prometheus. */
export const routes: Routes = (server, app) => {
  const { metrics, config, log } = app
  metrics.collect(() => cacheFamilies(app))
  metrics.collect(() => loadFamilies(app))
  metrics.collect(() => replicaFamilies(app))
  metrics.collect(watchProcess())
  metrics.collect(() => [buildFamily(app), partsFamily(app)])
  if (app.group?.isParent !== false) collectFacts(app)
  const options = { exposeHeadRoute: false, config: { byWriter: true } } as const
  server.get('/metrics', options, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (!mayScrape(request, config.metricsToken)) throw new Forbidden(REFUSED)
    reply.type(CONTENT_TYPE)
    const onError = (err: unknown) => log.warn({ err }, 'some metrics could not be read')
    const own = await metrics.families(onError)
    return formatFamilies((await app.group?.metrics(own)) ?? own)
  })
}

/** Metrics from the database, which are the same whichever process tells them. */
function collectFacts(app: App): void {
  const { metrics } = app
  metrics.collect(() => sizeFamilies(app))
  metrics.collect(() => jobFamilies(app))
  metrics.collect(() => deliveryFamilies(app))
  metrics.collect(() => inboxFamilies(app))
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

function partsFamily({ config }: App): Family {
  return {
    name: 'rookery_part',
    help: 'Parts of the server that this process does; always 1',
    type: 'gauge',
    samples: [...config.parts].map((part) => ({ labels: { part }, value: 1 })),
  }
}
