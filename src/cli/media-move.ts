import { existsSync } from 'node:fs'
import type { Config } from '../kernel/base/config.ts'
import { describeMediaPlace, type MediaPlace, readMediaPlace } from '../kernel/base/media-place.ts'
import { realPath } from '../kernel/base/real-path.ts'
import type { App } from '../kernel/core/app.ts'
import { compareFiles, copyFiles, countFiles, type Total } from '../kernel/storage/copy-files.ts'
import { openStorage } from '../kernel/storage/open-storage.ts'
import { CommandError, defineCommand, type Terminal } from './command.ts'
import { createMeter } from './meter.ts'
import { withApp } from './tool.ts'

export const mediaMove = defineCommand({
  help: `Copies all media files from one folder or bucket to another one, also while the server runs, and compares
the two at the end. Run again it copies only what is missing, so it can be interrupted. Nothing is removed from the
old place. Afterwards name the new place in MEDIA_STORAGE and the old one in MEDIA_STORAGE_OLD, restart the server,
and run it a last time with --from, for the files that came meanwhile.`,
  options: {
    to: { type: 'string', value: 'PLACE', help: 'folder or s3://… (default MEDIA_STORAGE)' },
    from: { type: 'string', value: 'PLACE', help: 'folder or s3://… (default MEDIA_STORAGE)' },
  },
  async run(terminal, _words, { from, to }) {
    if (from === undefined && to === undefined)
      throw new CommandError('--to or --from is missing', 2)
    await withApp(terminal, async (app) => {
      const places = {
        from: readPlace(terminal, app.config, '--from', from),
        to: readPlace(terminal, app.config, '--to', to),
      }
      await move(terminal, app, places)
    })
  },
})

function readPlace(
  { env }: Terminal,
  config: Config,
  option: string,
  text: string | undefined,
): MediaPlace {
  if (text === undefined) return config
  try {
    return readMediaPlace(text, env, config.mediaStorage)
  } catch (error) {
    throw new CommandError(`${option} ${(error as Error).message}`, 2)
  }
}

async function move(terminal: Terminal, app: App, places: { from: MediaPlace; to: MediaPlace }) {
  const [here, there] = [describeMediaPlace(places.from), describeMediaPlace(places.to)]
  if (places.from.s3 === null && !existsSync(places.from.mediaStorage)) {
    throw new CommandError(`There is no folder ${here}`)
  }
  if (here === there) throw new CommandError(`${here} is both the old place and the new one`)
  refuseNested(places)
  const options = {
    secret: async () => app.keys.csrfSecret,
    onFailure: (line: string) => terminal.note(line),
  }
  const [from, to] = [
    await openStorage(places.from, { ...options, makes: false }),
    await openStorage(places.to, options),
  ]
  if (!(await to.isOwnedBy(app.config.origin))) {
    throw new CommandError(`${there} holds the files of another server`)
  }
  const meter = createMeter(terminal, 'files')
  const total = await countFiles(from)
  const progress = (key: string) => meter.advance(1, key)
  meter.begin('Copying', total)
  const copied = await copyFiles({ from, to, progress })
  meter.begin('Comparing', total)
  const { same, other } = await compareFiles({ from, to, progress })
  meter.end()
  terminal.out(`Copied ${describe(copied)} from ${here} to ${there}, each read back and compared`)
  if (other.files > 0) {
    throw new CommandError(`${describe(other)} came or changed meanwhile; run this again`)
  }
  terminal.out(`All ${describe(same)} of ${here} are at ${there}`)
}

/** A removal of the old place would take the new one, or its files would be found twice. */
function refuseNested({ from, to }: { from: MediaPlace; to: MediaPlace }): void {
  if (from.s3 !== null || to.s3 !== null) return
  const [old, fresh] = [realPath(from.mediaStorage), realPath(to.mediaStorage)]
  const isNested = `${old}/`.startsWith(`${fresh}/`) || `${fresh}/`.startsWith(`${old}/`)
  if (isNested) {
    throw new CommandError(`${from.mediaStorage} and ${to.mediaStorage} are one within the other`)
  }
}

function describe({ files, bytes }: Total): string {
  return `${files} ${files === 1 ? 'file' : 'files'} (${bytes} bytes)`
}
