import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '../in-time.ts'

const BOOT = join(import.meta.dirname, 'boot.sh')

/** A control group of its own, named after the process: two machines would else share their services. */
const MAKE_GROUP = `set -e
groups=$(mktemp -d); mount -t cgroup2 cgroup2 "$groups"; mkdir "$groups/rookery-$$"
echo $$ > "$groups/rookery-$$/cgroup.procs"; umount "$groups"; rmdir "$groups"`
/** Fails as long as a process is in it. */
const REMOVE_GROUP = `groups=$(mktemp -d); mount -t cgroup2 cgroup2 "$groups"
find "$groups/rookery-$0" -depth -type d -exec rmdir {} +; code=$?
umount "$groups"; rmdir "$groups"; exit $code`

export interface Told {
  code: number | null
  /** standard output and errors */
  text: string
}

/** A Debian that was started in namespaces of its own, with systemd as its first process. */
export class Machine implements AsyncDisposable {
  readonly root: string
  readonly #unshare: ChildProcess
  /** its first process, as this system counts */
  #init = ''

  private constructor(root: string, unshare: ChildProcess) {
    this.root = root
    this.#unshare = unshare
  }

  /** @param root of unpackDebian() */
  static async start(root: string): Promise<Machine> {
    const spaces = ['--mount', '--pid', '--uts', '--ipc', '--cgroup', '--fork', '--kill-child']
    const script = `${MAKE_GROUP}\nexec unshare ${spaces.join(' ')} bash "$0" "$1"`
    const child = spawn('bash', ['-c', script, BOOT, root], { stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    child.stderr?.on('data', (chunk) => {
      said += chunk
    })
    const machine = new Machine(root, child)
    try {
      await until(() => {
        assert.equal(child.exitCode, null, said)
        machine.#init = systemdBelow(child.pid!)
        return machine.#init !== ''
      })
      await until(() => /running|degraded/.test(machine.ask('systemctl is-system-running').text))
      return machine
    } catch (error) {
      await machine[Symbol.asyncDispose]()
      throw error
    }
  }

  /** Runs a line of a shell as root, whatever becomes of it. */
  ask(line: string): Told {
    return this.#run(['bash', '-c', line])
  }

  /** Runs a line as the person who looks after the machine, in their home; fails if it does. */
  do(line: string): string {
    const { code, text } = this.attempt(line)
    assert.equal(code, 0, `${line}\n${text}`)
    return text
  }

  /** The same, whatever becomes of it. */
  attempt(line: string): Told {
    return this.#run(['runuser', '-u', 'admin', '--', 'bash', '-c', `cd ~ && ${line}`])
  }

  /** Starts a line as that person; ends with what it said. */
  async begin(line: string): Promise<Told> {
    const args = this.#entering(['runuser', '-u', 'admin', '--', 'bash', '-c', `cd ~ && ${line}`])
    const child = spawn('nsenter', args, { env: ENVIRONMENT, stdio: ['ignore', 'pipe', 'pipe'] })
    let text = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        text += chunk
      })
    }
    const [code] = await once(child, 'close')
    return { code, text }
  }

  write(path: string, text: string): void {
    writeFileSync(join(this.root, path), text)
  }

  #run(command: string[]): Told {
    const options = { env: ENVIRONMENT, encoding: 'utf8' as const, maxBuffer: 1 << 26 }
    const { status, stdout, stderr } = spawnSync('nsenter', this.#entering(command), options)
    return { code: status, text: stdout + stderr }
  }

  #entering(command: string[]): string[] {
    return ['-t', this.#init, '--mount', '--pid', '--uts', '--ipc', '--cgroup', '--', ...command]
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#unshare.exitCode !== null || this.#unshare.signalCode !== null) return
    this.#unshare.kill('SIGKILL')
    await once(this.#unshare, 'exit')
    const { pid } = this.#unshare
    await until(() => spawnSync('bash', ['-c', REMOVE_GROUP, String(pid)]).status === 0)
  }
}

const ENVIRONMENT = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C.UTF-8',
  DEBIAN_FRONTEND: 'noninteractive',
}

/** @returns the empty string while the process still prepares the root */
function systemdBelow(pid: number): string {
  const found = spawnSync('pgrep', ['-P', String(pid), '-x', 'systemd'], { encoding: 'utf8' })
  return found.stdout.trim()
}
