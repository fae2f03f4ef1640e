import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../../..')

/** Copies the checkout to another folder, with times of now, its packages by hard links where that is on the same disk. */
export function copySources(folder: string): void {
  mkdirSync(folder, { recursive: true })
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const files = execFileSync('git', listed, { cwd: ROOT })
  execFileSync('tar', ['--null', '-cf', join(folder, 'copy.tar'), '-T', '-'], {
    cwd: ROOT,
    input: files,
  })
  execFileSync('tar', ['-xf', 'copy.tar', '--touch'], { cwd: folder })
  execFileSync('rm', ['copy.tar'], { cwd: folder })
  const packages = join(ROOT, 'node_modules')
  execFileSync('bash', ['-c', 'cp -al "$0" "$1" 2>&- || cp -a "$0" "$1"', packages, folder])
}

/**
 * Makes a later version of a copy, with one more migration, which leaves a table behind, and with one more setting, of which
 * an update must not ask.
 */
export function makeNext(folder: string, version: string): void {
  for (const name of ['package.json', 'package-lock.json']) {
    change(join(folder, name), (text) =>
      text.replaceAll(/("name": "rookery",\s+"version": ")[^"]+/g, `$1${version}`),
    )
  }
  change(join(folder, 'scripts/package-deb/root/usr/share/rookery/environment.example'), (text) =>
    text.concat('\n# of the next version\n#NEXT=1\n'),
  )
  const migrations = join(folder, 'src/kernel/db/migrations')
  writeFileSync(
    join(migrations, '9999_next.ts'),
    `import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable('next_version').addColumn('id', 'text', (id) => id.primaryKey()).execute()
}
`,
  )
  change(join(migrations, 'all.ts'), (text) =>
    text
      .replace(/^import/m, "import { up as next } from './9999_next.ts'\nimport")
      .replace(/\n\]\s*$/, "\n  { name: '9999_next', up: next },\n]\n"),
  )
}

function change(file: string, edit: (text: string) => string): void {
  const text = readFileSync(file, 'utf8')
  const edited = edit(text)
  if (edited === text) throw new Error(`${file} has another form than this change expects`)
  writeFileSync(file, edited)
}
