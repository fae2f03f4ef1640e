import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../../..')
/** Made once and kept: a clean Debian, with what every machine has. */
const KEPT = join(ROOT, '.rookery-debian')
const RELEASE = 'bookworm'
const INCLUDED = 'systemd-sysv,dbus,sudo,iproute2'

const PROGRAMS = ['mmdebstrap', 'unshare', 'nsenter', 'ip', 'dpkg-deb', 'pebble', 'chromium']

/** For `skip`: false, or why no Debian can be made and started here. */
export function withoutDebian(): string | false {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'it needs root on Linux'
  const missing = PROGRAMS.filter((name) => spawnSync('which', [name]).status !== 0)
  if (missing.length > 0) return `there is no ${missing.join(', ')} here`
  const ours = spawnSync('unshare', ['--net', '--mount', '--pid', '--fork', '--cgroup', 'true'])
  return ours.status === 0 ? false : 'no namespaces can be made here'
}

/** Makes the archive of a clean root, unless it was made before. */
export function keptDebian(): string {
  const file = join(KEPT, `${RELEASE}.tar`)
  if (existsSync(file)) return file
  mkdirSync(KEPT, { recursive: true })
  const options = ['--variant=apt', `--include=${INCLUDED}`, '--format=tar']
  run('mmdebstrap', ...options, RELEASE, `${file}.part`)
  renameSync(`${file}.part`, file)
  return file
}

/**
 * Unpacks a clean root with a user `admin`, who may use sudo, and fetches the packages that another one depends on: the
 * machine has no network but its own later.
 *
 * @param debs packages to lay into the home of `admin`; the first is the one whose dependencies are fetched
 */
export function unpackDebian(folder: string, debs: readonly string[]): void {
  mkdirSync(folder, { recursive: true })
  run('tar', '-xf', keptDebian(), '-C', folder)
  const inside = (...args: string[]) => run('chroot', folder, ...args)
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text)
  write(
    'etc/apt/apt.conf.d/99test',
    'APT::Get::Assume-Yes "true"; APT::Install-Recommends "false";\n',
  )
  write(
    'etc/sudoers.d/admin',
    'Defaults env_keep += "DEBIAN_FRONTEND"\nadmin ALL=(ALL) NOPASSWD: ALL\n',
  )
  write('etc/hostname', `${basename(folder)}\n`)
  inside('useradd', '--create-home', '--shell', '/bin/bash', 'admin')
  for (const deb of debs) copyFileSync(deb, join(folder, 'home/admin', basename(deb)))
  copyFileSync('/etc/resolv.conf', join(folder, 'etc/resolv.conf'))
  inside('apt-get', '-qq', 'update')
  inside('apt-get', '-qq', 'install', '--download-only', `/home/admin/${basename(debs[0]!)}`)
}

function run(program: string, ...args: string[]): void {
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] })
}
