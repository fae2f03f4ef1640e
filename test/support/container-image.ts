import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chown, cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runtimePackage } from './checkout-copy.ts'

const ROOT = join(import.meta.dirname, '../..')
/** The user of the image. */
const USER = 10001
/** Certificates that this machine trusts, for registries behind a gateway of its network. */
const TRUSTED = '/etc/ssl/certs/ca-certificates.crt'

/** Runs a command of the image: its root is only to be read, /tmp is empty, /data is a volume, and it has no rights. */
const RUN = `
mount --make-rprivate /
mount --bind "$ROOT_FOLDER" "$MOUNTED" && mount -o remount,ro,bind "$MOUNTED"
mount -t proc proc "$MOUNTED/proc" && mount --rbind /dev "$MOUNTED/dev"
mount -t tmpfs tmpfs "$MOUNTED/tmp" && mount --bind "$VOLUME" "$MOUNTED/data"
cd / && exec env -i $GIVEN chroot --userspec=${USER}:${USER} "$MOUNTED" "$@"`

/** @returns the reason why no image can be built here, or false */
export function withoutContainers(): string | false {
  if (process.getuid?.() !== 0) return 'only root can build images without a registry'
  for (const program of ['buildah', 'mmdebstrap', 'unshare']) {
    if (spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0) return `needs ${program}`
  }
  return false
}

export interface Image extends AsyncDisposable {
  /** what the image says about itself, as Docker writes it */
  readonly config: {
    User: string
    Env: string[]
    Entrypoint: string[]
    Cmd: string[]
    StopSignal: string
    Healthcheck: { Test: string[] }
    Labels: Record<string, string>
  }
  /** bytes of all its files */
  readonly size: number
  /** a command in the built image, with a process namespace of its own; settings in addition to the image's */
  start(command: string[], settings: Record<string, string>): ChildProcess
  /** the same with a root that has only the base image in it */
  folderOf(image: 'base' | 'whole'): string
}

/** Builds deploy/Containerfile on images made of Debian's archive, because no registry of images may be there. */
export async function buildImage(): Promise<Image> {
  const folder = await mkdtemp('/var/tmp/rookery-image-')
  const storage = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run')]
  const buildah = (...args: string[]) => run('buildah', [...storage, ...args])
  const mounted: string[] = []
  const open = async (image: string) => {
    const container = buildah('from', image)
    mounted.push(container)
    return buildah('mount', container)
  }
  try {
    await makeBases(folder, buildah)
    buildah(
      ...['bud', '--isolation', 'chroot', '--format', 'docker'],
      ...['--volume', `${TRUSTED}:${TRUSTED}:ro`, '--file', join(ROOT, 'deploy/Containerfile')],
      ...['--build-arg', 'BUILD_IMAGE=localhost/build', '--build-arg', 'RUN_IMAGE=localhost/base'],
      ...['--build-arg', 'VERSION=1.2.3', '--tag', 'localhost/rookery', ROOT],
    )
    const folders = { base: await open('localhost/build'), whole: await open('localhost/rookery') }
    const { Docker } = JSON.parse(buildah('inspect', '--type', 'image', 'localhost/rookery'))
    const config: Image['config'] = Docker.config
    const place = { volume: join(folder, 'volume'), mount: join(folder, 'mount') }
    await mkdir(place.mount)
    await mkdir(place.volume)
    await chown(place.volume, USER, USER)
    return {
      config,
      size: Number(run('du', ['-sb', folders.whole]).split('\t')[0]),
      folderOf: (image) => folders[image],
      start(command, settings) {
        const given = [...config.Env, ...Object.entries(settings).map((pair) => pair.join('='))]
        const args = ['--mount', '--pid', '--fork', 'sh', '-ec', RUN, 'sh', ...command]
        return spawn('unshare', args, {
          env: {
            ...process.env,
            ...{ ROOT_FOLDER: folders.whole, MOUNTED: place.mount, VOLUME: place.volume },
            GIVEN: given.join(' '),
          },
        })
      },
      async [Symbol.asyncDispose]() {
        for (const container of mounted) buildah('rm', container)
        await rm(folder, { recursive: true, force: true })
      },
    }
  } catch (error) {
    for (const container of mounted) buildah('rm', container)
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

/** The two images that the file is built on: Debian, and Debian with an older Node and its npm. */
async function makeBases(folder: string, buildah: (...args: string[]) => string): Promise<void> {
  // the package of certificates cannot be set up where this machine's are mounted over its own
  const included = ['--variant=minbase', '--include=ca-certificates']
  run('mmdebstrap', [...included, 'trixie', join(folder, 'base.tar')])
  const container = buildah('from', 'scratch')
  buildah('add', container, join(folder, 'base.tar'), '/')
  buildah('commit', container, 'localhost/base')
  const node = join(folder, 'node')
  await mkdir(node)
  await writeFile(join(node, 'package.json'), '{}')
  const packages = [`${runtimePackage()}@22`, 'npm@10']
  run('npm', ['install', '--prefix', node, '--no-audit', '--no-fund', ...packages])
  for (const part of ['bin', 'lib/node_modules']) {
    await mkdir(join(node, 'usr', part), { recursive: true })
  }
  const from = join(node, 'node_modules')
  await cp(join(from, runtimePackage(), 'bin/node'), join(node, 'usr/bin/node'))
  await cp(join(from, 'npm'), join(node, 'usr/lib/node_modules/npm'), { recursive: true })
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(node, 'usr/bin/npm'))
  buildah('add', container, join(node, 'usr'), '/usr/local')
  const trust = [`npm_config_cafile=${TRUSTED}`, `NODE_EXTRA_CA_CERTS=${TRUSTED}`]
  buildah('config', ...trust.flatMap((pair) => ['--env', pair]), container)
  buildah('commit', '--rm', container, 'localhost/build')
}

function run(program: string, args: string[]): string {
  const outer = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name))
  const env = { ...Object.fromEntries(outer), STORAGE_DRIVER: 'vfs', BUILDAH_ISOLATION: 'chroot' }
  const done = spawnSync(program, args, { env, encoding: 'utf8', maxBuffer: 1 << 28 })
  const said = `${done.stdout.slice(-2000)}\n${done.stderr.slice(-2000)}`
  const how = done.error ?? done.signal ?? done.status
  assert.equal(done.status, 0, `${program} ${args.join(' ')}: ${how}, ${said}`)
  return done.stdout.trim()
}
