// node scripts/run.js scripts/pack-source.js: copies the sources into dist.source/, for a package without them.
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeArchive } from '../src/features/instance/source/archive.ts'
import { root } from './runtime.js'

const folder = join(root, 'dist.source')
await rm(folder, { recursive: true, force: true })
await mkdir(folder)
await writeArchive(root, join(folder, 'source.tar.gz'))
