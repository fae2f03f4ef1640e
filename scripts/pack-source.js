// node scripts/run.js scripts/pack-source.js: copies the sources into dist.source/, for a package without them.
// SOURCE_DATE_EPOCH, in seconds since 1970, is the time that all of them get.
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeArchive } from '../src/features/instance/source/archive.ts'
import { root } from './runtime.js'

const folder = join(root, 'dist.source')
const { SOURCE_DATE_EPOCH: time } = process.env
await rm(folder, { recursive: true, force: true })
await mkdir(folder)
const modifiedAt = time ? Number(time) * 1000 : undefined
await writeArchive(root, join(folder, 'source.tar.gz'), [], modifiedAt)
