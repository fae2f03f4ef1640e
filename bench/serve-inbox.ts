// The server without its jobs: what comes in is stored and waits.
import { surfaces } from '../src/compose.ts'
import { readConfig } from '../src/config.ts'
import { openApp } from '../src/open-app.ts'
import { createHttp } from '../src/serve.ts'
import { reportUsage } from './process.ts'

const config = readConfig(process.env)
const { app } = await openApp(config)
const http = await createHttp(app, surfaces().routes)
await http.listen({ host: config.host, port: config.port })
reportUsage(config.port)
