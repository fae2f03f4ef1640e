// The server without its jobs: received activities are stored and wait.
import { surfaces } from '../src/app/compose/routes.ts'
import { openApp } from '../src/app/open.ts'
import { createHttp } from '../src/app/serve.ts'
import { readConfig } from '../src/kernel/base/config.ts'
import { reportUsage } from './process.ts'

const config = readConfig(process.env)
const { app } = await openApp(config)
const http = await createHttp(app, (await surfaces(app.config)).routes)
await http.listen({ host: config.host, port: config.port })
reportUsage(config.port)
