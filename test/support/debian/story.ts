// node story.ts FOLDER: two servers of the package, each on a Debian of its own in this network namespace, from
// installation to purge. FOLDER holds the roots `alpha` and `beta` of unpackDebian().
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '../in-time.ts'
import { Pebble } from '../pebble.ts'
import { HttpsClient } from './https-client.ts'
import { Load } from './load.ts'
import { Machine } from './machine.ts'
import { makeOwner } from './owner-in-browser.ts'
import { commandsBelow } from './page.ts'
import { Server } from './server.ts'
import { step } from './steps.ts'
import { runTimers } from './timers.ts'

const [folder = ''] = process.argv.slice(2)
const BACKUPS = '/var/backups/rookery'

execFileSync('ip', ['link', 'set', 'lo', 'up'])
await using open = new AsyncDisposableStack()
const ports = { httpPort: 80, tlsPort: 443 }
const authorities = {
  alpha: open.use(await Pebble.start({ ...ports, address: '127.0.0.1' })),
  beta: open.use(await Pebble.start({ ...ports, address: '127.0.0.2' })),
}
const roots = [await authorities.alpha.root(), await authorities.beta.root()]
const client = open.use(
  new HttpsClient(roots, { 'alpha.rookery.test': '127.0.0.1', 'beta.rookery.test': '127.0.0.2' }),
)

const alpha = new Server({
  ...{ name: 'alpha', address: '127.0.0.1', port: 3000, client },
  machine: open.use(await step('alpha boots', () => Machine.start(join(folder, 'alpha')))),
  authority: authorities.alpha,
})
const beta = new Server({
  ...{ name: 'beta', address: '127.0.0.2', port: 3001, client },
  machine: open.use(await step('beta boots', () => Machine.start(join(folder, 'beta')))),
  authority: authorities.beta,
})
const [install = [], settings = [], firstSteps = []] = commandsBelow('Install it')
const [update = []] = commandsBelow('Update')
const [backup = [], timers = [], restore = []] = commandsBelow('Back up and restore')
const [remove = [], purge = []] = commandsBelow('Remove')

await step('alpha: apt installs the package, which does not start yet', async () => {
  const told = alpha.follow(install)

  assert.match(told, /not started\. Set ORIGIN in \/etc\/rookery\/environment/)
  assert.equal(alpha.machine.ask('systemctl is-active rookery').text, 'inactive\n')
  const rights = 'stat -c "%a %U %G" /etc/rookery/environment /var/lib/rookery /var/backups/rookery'
  const own = '750 rookery rookery\n'
  assert.equal(alpha.machine.ask(rights).text, `640 root rookery\n${own}${own}`)
  assert.match(
    alpha.machine.ask('systemctl start rookery; sleep 1; systemctl status rookery').text,
    /Set ORIGIN in/,
  )
  assert.match(alpha.machine.attempt('rookery accounts list').text, /run "sudo rookery accounts …"/)
  alpha.trust(roots)
})

await step('alpha: settings, start, certificate', async () => {
  alpha.prepare()
  alpha.follow(settings)
  await alpha.untilServing('0.1.0')
})

await step('alpha: the owner, doctor', () => {
  assert.match(alpha.follow(firstSteps.slice(0, 1)), /Created @alice/)
  const { text } = alpha.machine.attempt(firstSteps[1]!)
  assert.doesNotMatch(text.replaceAll(/^fail {2}(?=.*nodeinfo).*$/gm, ''), /^fail/m)
  assert.match(text, /The certificate/)
  assert.equal(alpha.foreignFiles(), '')
})

await step('beta: the same', async () => {
  beta.follow(install)
  beta.trust(roots)
  beta.prepare()
  beta.follow(settings)
  await beta.untilServing('0.1.0')
  beta.machine.do('sudo rookery accounts create bob --email bob@example.org --role Owner')
})

const alice = alpha.tokenOf('alice')
const bob = beta.tokenOf('bob')

await step('federation with certificate checks: bob follows alice and reads her post', async () => {
  const search = `${beta.origin}/api/v2/search?resolve=true&type=accounts&q=@alice@alpha.rookery.test`
  const { accounts } = await client.get<{ accounts: { id: string }[] }>(search, bob)
  await client.get(`${beta.origin}/api/v1/accounts/${accounts[0]!.id}/follow`, bob, {})
  const relation = `${beta.origin}/api/v1/accounts/relationships?id[]=${accounts[0]!.id}`
  await until(async () => (await client.get<{ following: boolean }[]>(relation, bob))[0]!.following)
  await client.get(`${alpha.origin}/api/v1/statuses`, alice, { status: 'across the wire' })
  const home = `${beta.origin}/api/v1/timelines/home`
  await until(async () =>
    (await client.get<{ content: string }[]>(home, bob)).some(({ content }) =>
      content.includes('across the wire'),
    ),
  )
})

await step('alpha: a line that cannot be used is one sentence', async () => {
  alpha.machine.do('echo nonsense | sudo tee -a /etc/rookery/environment')
  alpha.machine.ask('systemctl restart rookery')
  await until(() => alpha.machine.ask('systemctl is-active rookery').text === 'failed\n')
  const line = /environment: line \d+ is no setting: write NAME=value, or # before a comment/
  assert.match(alpha.machine.ask('systemctl status rookery').text, line)
  assert.match(alpha.machine.attempt('sudo rookery doctor').text, line)
  alpha.machine.do("sudo sed -i '/^nonsense$/d' /etc/rookery/environment")
  alpha.machine.do('sudo systemctl start rookery')
  await alpha.untilServing('0.1.0')
})

const first = await step(
  'alpha: updated under load, with a backup before the migration',
  async () => {
    const load = new Load(client, alpha.origin, alice)
    await until(() => load.acknowledged.length > 20)
    const ours = alpha.machine.ask('cat /etc/rookery/environment').text
    const told = await alpha.followMeanwhile(update)
    await alpha.untilServing('0.2.0')
    const before = load.acknowledged.length
    await until(() => load.acknowledged.length > before + 20)
    await load.stop()

    assert.match(
      told,
      new RegExp(`The database as it was is in ${BACKUPS}/\\S+-before-0\\.2\\.0\\.backup`),
    )
    await alpha.demandPosts(load.acknowledged, alice)
    assert.equal(alpha.machine.ask('cat /etc/rookery/environment').text, ours)
    assert.match(alpha.machine.ask('cat /usr/share/rookery/environment.example').text, /^#NEXT=1$/m)
    const files = alpha.machine.ask(`ls -l ${BACKUPS}`).text
    assert.match(files, /^-rw------- 1 rookery rookery .*-before-0\.2\.0\.backup$/m)
    const links = 'find /etc/systemd/system -name rookery.service'
    assert.equal(alpha.machine.ask(links).text.trim().split('\n').length, 1)
    assert.match(alpha.machine.do('sudo rookery doctor || true'), /is up to date/)
    assert.equal(alpha.foreignFiles(), '')
    return load.acknowledged
  },
)

await step('alpha: an older package is refused, and the server goes on', async () => {
  const older = 'sudo apt-get install --allow-downgrades ./rookery_0.1.0_amd64.deb'
  const { code, text } = alpha.machine.attempt(older)

  assert.notEqual(code, 0)
  assert.match(text, /Rookery 0\.2\.0 was here; 0\.1\.0 is older and cannot use its database/)
  await alpha.untilServing('0.2.0')
})

await step('beta: the same package once more leaves a disabled service disabled', () => {
  beta.machine.do('sudo systemctl disable --now rookery')
  beta.machine.do('sudo apt-get install --reinstall ./rookery_0.1.0_amd64.deb')
  assert.equal(beta.machine.ask('systemctl is-enabled rookery').text, 'disabled\n')
  assert.equal(beta.machine.ask('systemctl is-active rookery').text, 'inactive\n')
})

await step('beta: the disk is full at the backup of an update, which goes on later', async () => {
  beta.machine.do('sudo systemctl enable --now rookery')
  await beta.untilServing('0.1.0')
  beta.machine.ask(`mount -t tmpfs -o size=16k,uid=$(id -u rookery),mode=0750 tmpfs ${BACKUPS}`)
  const { code, text } = beta.machine.attempt(update[0]!)

  assert.notEqual(code, 0)
  assert.match(text, /^rookery: The disk is full; make room and try again$/m)
  assert.match(text, /^The database of Rookery was not brought up to date/m)
  assert.equal(beta.machine.ask('systemctl is-active rookery').text, 'inactive\n')
  beta.machine.ask(`umount ${BACKUPS}`)
  beta.machine.do('sudo dpkg --configure rookery')
  await beta.untilServing('0.2.0')
  beta.tokenOf('bob')
})

await step('beta: the timers make a backup and check it', () => runTimers(beta, timers))

await step('alpha: a backup', () => alpha.follow(backup))
const kept = readFileSync(join(folder, 'alpha', BACKUPS, 'today.backup'))

const second = await step(
  'alpha: removed while it serves; installed again it goes on',
  async () => {
    const load = new Load(client, alpha.origin, alice)
    await until(() => load.acknowledged.length > 20)
    await alpha.followMeanwhile(remove)
    await load.stop()
    assert.equal(alpha.machine.ask('id rookery').code, 0)
    assert.equal(alpha.machine.ask('test -e /usr/bin/rookery').code, 1)

    alpha.follow(update)
    await alpha.untilServing('0.2.0')
    await alpha.demandPosts([...first, ...load.acknowledged], alice)
    return load.acknowledged
  },
)

await step('alpha: a purge that asks nobody keeps the data', async () => {
  const told = alpha.follow(purge.slice(1))
  assert.match(told, /The data of Rookery stays in \/var\/lib\/rookery/)
  assert.equal(alpha.machine.ask('test -e /etc/rookery/environment').code, 1)

  alpha.follow(update)
  alpha.prepare()
  alpha.follow(settings)
  await alpha.untilServing('0.2.0')
  await alpha.demandPosts(second, alice)
  alpha.follow(timers)
})

await step('alpha: a purge with a yes leaves nothing', () => {
  alpha.follow(purge)
  assert.equal(alpha.machine.ask('id rookery').code, 1)
  const left =
    'find / -xdev -name "*rookery*" -not -path "/proc/*" -not -path "/home/*" -not -path "/root/*"'
  const files = alpha.machine
    .ask(left)
    .text.split('\n')
    .filter((line) => !/apt|ca-certificates|\/ssl\/|journal|^$/.test(line))
  assert.deepEqual(files, [])
})

await step('alpha: installed anew, the backup restored', async () => {
  alpha.follow(update)
  alpha.machine.write(join(BACKUPS, 'today.backup'), '')
  alpha.machine.ask(`chown rookery: ${BACKUPS}/today.backup`)
  alpha.machine.write(join(BACKUPS, 'today.backup'), kept as unknown as string)
  alpha.prepare()
  alpha.follow(settings.slice(0, -1))
  alpha.follow(restore)
  await alpha.untilServing('0.2.0')
  await alpha.demandPosts(first, alice)
})

await step(
  'beta: purged and installed anew, the owner comes by the link of the log, in Chromium',
  async () => {
    beta.follow(purge)
    beta.follow(update)
    beta.prepare()
    beta.follow(settings)
    await beta.untilServing('0.2.0')
    const log = beta.machine.ask('journalctl -q -o cat -u rookery').text
    const link = log.match(/https:\/\/\S+\/setup\?token=[\w.-]+/g)?.at(-1)
    assert.ok(link !== undefined, log)
    await makeOwner('carol', { link, address: '127.0.0.2', ca: roots })
    assert.match(beta.machine.do('sudo rookery accounts list'), /carol/)
  },
)
